import type { JsonObject } from '@worldwire/protocol';

/** Instructions that an agent can load, with their files (extension io.modelcontextprotocol/skills). */
export interface Skill {
  /** The YAML front matter of SKILL.md. `name` is also the skill's name in URIs. */
  readonly frontmatter: JsonObject & { readonly name: string; readonly description: string };
  readonly body: string;
  readonly files?: readonly SkillFile[];
}

export interface SkillFile {
  /** Relative to the skill's folder, with `/` as separator. */
  readonly path: string;
  readonly mimeType: string;
  readonly content: string | Uint8Array;
}

/** `skill({ frontmatter: { name: 'pruning', description: 'How to prune.' }, body: '# Pruning' })` */
export function skill(definition: Skill): Skill {
  return definition;
}
