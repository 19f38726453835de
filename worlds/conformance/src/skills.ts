import { type Skill, skill } from '@worldwire/server';

export const skills: readonly Skill[] = [
  skill({
    frontmatter: {
      name: 'pdf-processing',
      description: 'Extract text and tables from PDF files and fill in their forms.',
    },
    body: `# PDF processing

Extract the text of each page first, and fall back to recognition for scanned pages.
To fill in a form, read [references/FORMS.md](references/FORMS.md).
`,
    // The suite needs a file in a subfolder: it walks from the skill's folder into this one.
    files: [
      {
        path: 'references/FORMS.md',
        mimeType: 'text/markdown',
        content: `# Forms

List the fields, fill each one by its full name, then flatten the form.
`,
      },
    ],
  }),
];
