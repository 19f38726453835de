const PATHS = {
  stop: 'M5 2h6l3 3v6l-3 3H5l-3-3V5z',
  play: 'M5 3l8 5-8 5z',
  pause: 'M5 3v10M11 3v10',
  back: 'M10 3L5 8l5 5',
  forward: 'M6 3l5 5-5 5',
  first: 'M11 3L6 8l5 5M4 3v10',
  last: 'M5 3l5 5-5 5M12 3v10',
  undo: 'M6 3L3 6l3 3M3 6h6a4 4 0 010 8H6',
  redo: 'M10 3l3 3-3 3M13 6H7a4 4 0 000 8h3',
  bookmark: 'M4 2h8v12l-4-3-4 3z',
  compare: 'M8 2v12M3 5h3M3 8h3M3 11h3M10 5h3M10 8h3M10 11h3',
  restore: 'M3 8a5 5 0 105-5H5M7 1L5 3l2 2M8 5v3l2 2',
  check: 'M3 8.5L6.5 12 13 4',
  close: 'M4 4l8 8M12 4l-8 8',
  edit: 'M3 13l1-3 7-7 2 2-7 7z',
  search: 'M7 2a5 5 0 110 10A5 5 0 017 2zM11 11l3 3',
  approvals: 'M8 1.5l5 2v4.500c0 3-2 5.500-5 6.500-3-1-5-3.500-5-6.500v-4.500zM5.500 8l2 2 3-3.500',
  activity: 'M1 8h3l2-5 4 10 2-5h3',
  sessions:
    'M6 3a2.500 2.500 0 110 5 2.500 2.500 0 010-5zM1.500 14c0-3 2-4.500 4.500-4.500s4.500 1.500 4.500 4.500M11 3.500a2 2 0 010 4M12 9.500c1.500.5 2.500 2 2.500 4',
  server: 'M2 3h12v4H2zM2 9h12v4H2zM4.500 5h.01M4.500 11h.01',
  world:
    'M8 2a6 6 0 110 12A6 6 0 018 2zM2 8h12M8 2c2 2 2.500 4 2.500 6S10 12 8 14M8 2C6 4 5.500 6 5.500 8S6 12 8 14',
  sun: 'M8 5a3 3 0 110 6 3 3 0 010-6zM8 1v1.500M8 13.500V15M1 8h1.500M13.500 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
  moon: 'M13 9.500A5.500 5.500 0 016.500 3 5.500 5.500 0 1013 9.500z',
  system: 'M2 3h12v8H2zM6 14h4M8 11v3',
  keyboard: 'M1.500 4h13v8h-13zM4 7h.01M6.500 7h.01M9 7h.01M11.500 7h.01M5 9.500h6',
  copy: 'M5 5h8v8H5zM3 11V3h8',
  more: 'M3.500 8h.01M8 8h.01M12.500 8h.01',
  follow: 'M8 3v2M8 11v2M3 8h2M11 8h2M8 6a2 2 0 110 4 2 2 0 010-4z',
  warning: 'M8 2l6.500 11.500h-13zM8 6.500V10M8 12h.01',
  link: 'M6.500 9.500l3-3M7 5l2-2a2.800 2.800 0 014 4l-2 2M9 11l-2 2a2.800 2.800 0 01-4-4l2-2',
  out: 'M6 3H3v10h3M9 5l3 3-3 3M12 8H6',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="ui-icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
