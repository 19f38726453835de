import { describe, expect, it } from 'vitest';
import { link } from '../api/content.js';
import { structuredAnswer } from './structured-answer.js';

describe('a structured answer', () => {
  it('has the structured content once more as text', () => {
    const { content, options } = structuredAnswer({ moved: 3 });
    expect(content.map(({ wire }) => wire)).toEqual([{ type: 'text', text: '{"moved":3}' }]);
    expect(options).toEqual({ structured: { moved: 3 } });
  });

  it('has links behind the text, and the revision in _meta', () => {
    const all = link({ uri: 'star://all', name: 'All stars' });
    const { content, options } = structuredAnswer({ moved: 3 }, { revision: 12, links: [all] });
    expect(content[1]).toBe(all);
    expect(options.meta).toEqual({ 'worldwire/revision': 12 });
  });

  it('takes JSON that is written already', () => {
    expect(structuredAnswer({ moved: 3 }, { json: '{ "moved": 3 }' }).content[0]?.wire).toMatchObject({
      text: '{ "moved": 3 }',
    });
  });
});
