export { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
