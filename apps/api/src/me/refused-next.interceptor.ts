import { ERROR_CODES, type ErrorKind, HandoffError } from '@app/handoff';
import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { catchError, type Observable } from 'rxjs';
import type { EdgeRequest } from '../edge/edge-request.js';
import { wishesOf } from '../edge/wishes.js';
import { MeReader } from './me-reader.js';

const CARRY_NEXT: readonly ErrorKind[] = ['not_now', 'rule', 'precondition'];

/** A refusal that has to do with the moment says what may be done instead. Where no task says it, as when none was created, it is what the caller may do at all. */
@Injectable()
export class RefusedNextInterceptor implements NestInterceptor {
  constructor(@Inject(MeReader) private readonly me: MeReader) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<EdgeRequest>();
    return next.handle().pipe(
      catchError(async (error: unknown) => {
        throw await this.#withNext(error, request);
      }),
    );
  }

  async #withNext(error: unknown, request: EdgeRequest): Promise<unknown> {
    const { principal } = request;
    if (!(error instanceof HandoffError) || principal === undefined || !lacksNext(error) || wishesOf(request).minimal) return error;
    const { next } = await this.me.about(principal);
    return new HandoffError(error.code, error.message, { ...error.details, next }, { cause: error });
  }
}

const lacksNext = ({ code, details }: HandoffError): boolean => CARRY_NEXT.includes(ERROR_CODES[code].kind) && details.next === undefined;
