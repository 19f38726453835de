import type { JsonObject } from '@worldwire/protocol';

/** Instructions an agent may load, with the files they speak of (io.modelcontextprotocol/skills). */
export interface Skill {
  /** Becomes the YAML head of SKILL.md. `name` is the skill's name in its URIs. */
  readonly frontmatter: JsonObject & { readonly name: string; readonly description: string };
  readonly body: string;
  readonly files?: readonly SkillFile[];
}

export interface SkillFile {
  /** Relative to the skill, with `/` between folders. */
  readonly path: string;
  readonly mimeType: string;
  readonly content: string | Uint8Array;
}

export function skill(definition: Skill): Skill {
  return definition;
}
