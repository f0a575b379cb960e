import { createMcpHandler, isLegacyRequest, type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';

/**
 * Serves one message of MCP by a server of its own: nothing is remembered between two, so a restart in between is not noticed.
 * Always one JSON answer, never a stream: all there would be to stream is the one result.
 */
export const exchange = async (server: Server, request: Request, message: unknown): Promise<Response> => {
  if (await isLegacyRequest(request, message)) return beforeEnvelopes(server, request, message);
  // Nothing here changes that could be subscribed to, and what is open does not keep the service from stopping.
  return createMcpHandler(() => server, { legacy: 'reject', maxSubscriptions: 0 }).fetch(request, { parsedBody: message });
};

/** As revisions up to 2025-11-25 have it. */
const beforeEnvelopes = async (server: Server, request: Request, message: unknown): Promise<Response> => {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
};
