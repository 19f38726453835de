/** The requests that the load driver repeats and the answers that it accepts. Named, because the driver gets its load as JSON. */
import { AbridgingReader } from './abridging-reader.mjs';
import { answers, callTemplate } from './call-template.mjs';
import { ResponseReader } from './response-reader.mjs';
import { RevisionTally } from './revision-tally.mjs';
import {
  memberAnswered,
  memberTemplate,
  pageAnswered,
  pageTemplate,
  writeAnswered,
  writeTemplate,
} from './unity-exchange.mjs';
import { commandTemplate, revisionOfAnswer, stateAnswered, stateTemplate } from './universe-exchange.mjs';

export function exchangeOf(name, url, session) {
  switch (name.kind) {
    case 'echo':
      return { template: () => callTemplate(url, session), reader, accepts: answers };
    case 'command': {
      const tally = new RevisionTally();
      return {
        template: () => commandTemplate(url, session, name),
        reader,
        accepts(body, id) {
          const revision = revisionOfAnswer(body, id, name.wire);
          return revision !== undefined && tally.add(revision);
        },
        tally,
      };
    }
    case 'state':
      return {
        template: () => stateTemplate(url, session, name),
        reader: () => new AbridgingReader(),
        accepts: (body, id, { bodyBytes }) => bodyBytes === name.bytes && stateAnswered(body, id, name),
      };
    case 'unity-member':
      return {
        template: () => memberTemplate(url, name),
        reader,
        accepts: (body, id) => memberAnswered(body, id, name.crowd),
      };
    case 'unity-page':
      return {
        template: () => pageTemplate(url, name.wire),
        reader,
        accepts: (body, id) => pageAnswered(body, id, name.page),
      };
    case 'unity-write':
      return { template: () => writeTemplate(url, name), reader, accepts: writeAnswered };
    default:
      throw new Error(`unknown exchange ${JSON.stringify(name)}`);
  }
}

const reader = () => new ResponseReader();
