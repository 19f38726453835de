import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { sdkV1Echo } from './support/sdk-v1-echo.mjs';

await sdkV1Echo().connect(new StdioServerTransport());
