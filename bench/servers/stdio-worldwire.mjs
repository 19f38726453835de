import { serveStdio } from '@worldwire/transports/stdio';
import { limits, log, worldwireEcho } from './support/worldwire-echo.mjs';

const { kernel } = worldwireEcho();
serveStdio({ kernel, input: process.stdin, output: process.stdout, limits, log });
