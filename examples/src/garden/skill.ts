import { skill } from 'worldwire';

export const pruning = skill({
  frontmatter: { name: 'pruning', description: 'How to prune roses.' },
  body: '# Pruning\n\nCut above an outward bud. [references/TOOLS.md](references/TOOLS.md) lists the tools.\n',
  files: [
    { path: 'references/TOOLS.md', mimeType: 'text/markdown', content: '# Tools\n\nSecateurs, gloves.\n' },
  ],
});
