/** The official SDK v1, with every body read and parsed before it: its quickest set-up. */
import { jsonBody } from './support/json-body.mjs';
import { listenSdkV1 } from './support/sdk-v1-http.mjs';

listenSdkV1(jsonBody);
