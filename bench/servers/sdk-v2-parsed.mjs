/** The official SDK v2 with parsed bodies, its fastest setup. */
import { jsonBody } from './support/json-body.mjs';
import { listenSdkV2 } from './support/sdk-v2-http.mjs';

listenSdkV2(jsonBody);
