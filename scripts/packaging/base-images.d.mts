export function unpinnedImages(dockerfile: string): readonly string[];
