import ts from 'typescript';
import type { SourceFile } from './source-file.js';

/** Every module a file names, however it does so: import, export from, import(), require, or a type in passing. */
export function importsOf({ tree }: SourceFile): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const named = moduleNamedBy(node);
    if (named !== undefined && ts.isStringLiteralLike(named)) found.push(named.text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function moduleNamedBy(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (!ts.isCallExpression(node)) return undefined;
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require';
  return isRequire || node.expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments[0] : undefined;
}
