/** The official SDK v2, which reads requests itself. */
import { listenSdkV2 } from './support/sdk-v2-http.mjs';

listenSdkV2();
