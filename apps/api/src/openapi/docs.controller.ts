import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { HandoffError } from '@app/handoff';
import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { Answer } from '../edge/answer.js';
import { NoParams, NoQuery } from '../edge/fields.js';
import { type InputOf, Route, route } from '../edge/route.js';
import { Sent } from '../edge/sent.js';
import { API_DOCUMENT } from './api-document.js';
import { docsPage, docsScript } from './docs-page.js';
import { errorsPage } from './errors-page.js';

const documented = (path: string, about: string) =>
  ({ method: 'GET', path, roles: 'public-on-loopback', params: NoParams, query: NoQuery, status: 200, about }) as const;

const DOCUMENT = route({ ...documented('/openapi.json', 'This document.'), answer: z.looseObject({}) });
const PAGE = route({ ...documented('/docs', 'This document as a page.'), answer: z.string(), answerType: 'text/html' });
const ERRORS = route({
  ...documented('/docs/errors', 'Every error code, and what to do about it.'),
  answer: z.string(),
  answerType: 'text/html',
});
const ASSET = route({
  ...documented('/docs/assets/:name', 'A file of the page.'),
  params: z.strictObject({ name: z.enum(['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js']) }),
});

const require = createRequire(import.meta.url);
const HTML = { 'content-type': 'text/html; charset=utf-8' };
const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const;

@Controller()
export class DocsController {
  constructor(@Inject(API_DOCUMENT) private readonly document: object) {}

  @Route(DOCUMENT)
  openapi(): object {
    return this.document;
  }

  @Route(PAGE)
  page(): Answer {
    return new Answer(docsPage, { headers: HTML });
  }

  @Route(ERRORS)
  async errors(): Promise<Answer> {
    return new Answer(await errorsPage(), { headers: HTML });
  }

  @Route(ASSET)
  async asset(@Sent() { params: { name } }: InputOf<typeof ASSET>): Promise<Answer> {
    const headers = { 'content-type': name.endsWith('.css') ? TYPES.css : TYPES.js, 'cache-control': 'max-age=3600' };
    if (name === 'start.js') return new Answer(docsScript, { headers });
    try {
      return new Answer(await readFile(require.resolve(`swagger-ui-dist/${name}`), 'utf8'), { headers });
    } catch (error) {
      throw new HandoffError('not_found', `${name} is not installed.`, {}, { cause: error });
    }
  }
}
