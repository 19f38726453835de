/** The mark of the product, with its name. */
export function Mark() {
  return (
    <span class="shell-mark">
      <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <ellipse class="shell-mark-orbit" cx="16" cy="16" rx="14" ry="5.5" transform="rotate(-24 16 16)" />
        <circle class="shell-mark-sun" cx="16" cy="16" r="6" />
      </svg>
      <span class="shell-mark-name">Worldwire</span>
    </span>
  );
}
