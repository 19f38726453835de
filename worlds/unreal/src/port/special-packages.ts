/** Files of single actors and objects of levels, which the editor does not list as assets. */
export const EXTERNAL = /\/__External(Actors|Objects)__(\/|$)/;

/** The class of a package that cannot be read. */
export const UNREADABLE = 'Unreadable';
