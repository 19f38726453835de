/** The official SDK v1, which reads its requests itself. */
import { listenSdkV1 } from './support/sdk-v1-http.mjs';

listenSdkV1();
