/** The official SDK v2, with every body read and parsed before it: its quickest set-up. */
import { jsonBody } from './support/json-body.mjs';
import { listenSdkV2 } from './support/sdk-v2-http.mjs';

listenSdkV2(jsonBody);
