import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { sdkV2Echo } from './support/sdk-v2-echo.mjs';

serveStdio(sdkV2Echo);
