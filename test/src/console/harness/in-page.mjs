// Functions that run in the page. Playwright sends their source, so each of them is complete in itself.

/** Installed before the first script of the page: reports what an attack would do. */
export function watchPage() {
  const report = text => globalThis.reportFault?.(text);
  for (const name of ['alert', 'confirm', 'prompt', 'print']) {
    globalThis[name] = value => report(`window.${name}(${value}) was called`);
  }
  globalThis.hostile = value => report(`a script of a name ran: ${value}`);
  const request = globalThis.requestAnimationFrame.bind(globalThis);
  globalThis.frameRequests = 0;
  globalThis.ownFrame = request;
  let hidden = false;
  const waiting = new Map();
  globalThis.requestAnimationFrame = callback => {
    globalThis.frameRequests++;
    if (!hidden) return request(callback);
    waiting.set(-waiting.size - 1, callback);
    return -waiting.size;
  };
  const cancel = globalThis.cancelAnimationFrame.bind(globalThis);
  globalThis.cancelAnimationFrame = id => (id < 0 ? waiting.delete(id) : cancel(id));
  // A headless page is always visible. As in a hidden tab, frames wait until it is seen again.
  Object.defineProperty(document, 'hidden', { get: () => hidden });
  Object.defineProperty(document, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible') });
  globalThis.setHidden = value => {
    hidden = value;
    document.dispatchEvent(new Event('visibilitychange'));
    if (hidden) return;
    for (const callback of waiting.values()) request(callback);
    waiting.clear();
  };
  document.addEventListener('securitypolicyviolation', event => {
    report(`CSP violation: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
  });
}

/** Resolves when the browser has drawn some frames. */
export async function waitFrames() {
  for (let frame = 0; frame < 5; frame++) await new Promise(resolve => globalThis.ownFrame(resolve));
}

/** How many frames the page asks for while the browser draws 20. */
export async function countFrames() {
  const before = globalThis.frameRequests;
  for (let frame = 0; frame < 20; frame++) await new Promise(resolve => globalThis.ownFrame(resolve));
  return globalThis.frameRequests - before;
}

/** What a document must not have, whatever the worlds contain. Texts name the elements. */
export function findInjected() {
  const found = [];
  const describe = element => element.outerHTML.slice(0, 160);
  const FORBIDDEN =
    'iframe, frame, object, embed, base, marquee, template, math, foreignObject, meta[http-equiv], [data-hostile], [srcdoc], [formaction]';
  for (const element of document.querySelectorAll(FORBIDDEN)) {
    if (element.tagName !== 'META' || element.httpEquiv.toLowerCase() === 'refresh')
      found.push(`forbidden element: ${describe(element)}`);
  }
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) found.push(`handler in an attribute: ${describe(element)}`);
      if (/^(href|src|action|xlink:href|poster|background)$/.test(name)) {
        const url = new URL(value, document.baseURI);
        if (!['blob:', 'data:'].includes(url.protocol) && url.origin !== location.origin)
          found.push(`foreign address: ${describe(element)}`);
        if (url.protocol === 'data:' && !value.startsWith('data:image/'))
          found.push(`document in an address: ${describe(element)}`);
      }
    }
  }
  for (const script of document.scripts) {
    if (!script.src.startsWith(location.origin)) found.push(`script: ${describe(script)}`);
  }
  return found;
}

/** Texts for a person that have characters which would not be seen or would reorder what is seen. */
export function findUnseenCharacters() {
  const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
  const found = [];
  const escaped = text =>
    text.replace(/[^ -~]/gu, each => `\\u{${each.codePointAt(0).toString(16)}}`).slice(0, 160);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (UNSEEN.test(node.data)) found.push(`<${node.parentElement.tagName}> ${escaped(node.data)}`);
  }
  for (const element of document.querySelectorAll('[title], [aria-label], [alt], [placeholder]')) {
    for (const name of ['title', 'aria-label', 'alt', 'placeholder']) {
      const value = element.getAttribute(name);
      if (value !== null && UNSEEN.test(value))
        found.push(`${name} of <${element.tagName}> ${escaped(value)}`);
    }
  }
  if (UNSEEN.test(document.title)) found.push(`title: ${escaped(document.title)}`);
  return found;
}

/** Elements that make the page wider than its window. */
export function findOverflow() {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const wide = [...document.body.querySelectorAll('*')]
    .filter(element => element.getBoundingClientRect().right > clientWidth + 0.5)
    .map(element => `${element.tagName}.${element.className} ${element.getAttribute('data-testid') ?? ''}`);
  return [`the page is ${scrollWidth} px wide in ${clientWidth} px`, ...wide.slice(0, 8)];
}

/** Violations of WCAG A and AA by axe-core, which must have been loaded. */
export async function findAxeViolations() {
  const { violations } = await globalThis.axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    resultTypes: ['violations'],
  });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, any, all }) => {
      const why = [...any, ...all].map(({ message }) => message).join(' ');
      return `${id}: ${help}: ${html.slice(0, 200)} ${why}`;
    }),
  );
}

/** The control that has the focus, and whether a person sees that it has. */
export function focusedControl() {
  const element = document.activeElement;
  if (element === null || element === document.body) return { testId: null, html: 'none', isSeen: true };
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  const hasOutline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  const { width, height } = element.getBoundingClientRect();
  return {
    testId: element.getAttribute('data-testid'),
    html: element.outerHTML.slice(0, 160),
    isSeen: (hasOutline || boxShadow !== 'none') && width > 0 && height > 0,
  };
}

/** Marks of bodies whose middle is outside the picture of the universe or under a panel. */
export function findCovered() {
  const canvas = document.querySelector('.universe-canvas');
  const picture = canvas.getBoundingClientRect();
  const panels = [...canvas.parentElement.children]
    .filter(child => child !== canvas && !child.classList.contains('universe-overlay'))
    .map(panel => ({ name: panel.className, box: panel.getBoundingClientRect() }));
  return [...document.querySelectorAll('.universe-mark-added')].flatMap(mark => {
    const { left, top, width, height } = mark.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const isIn = box => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    if (!isIn(picture)) return [`${x.toFixed()} ${y.toFixed()} is outside the picture`];
    return panels
      .filter(({ box }) => isIn(box))
      .map(({ name }) => `${x.toFixed()} ${y.toFixed()} is under ${name}`);
  });
}

/** Panels of the universe and controls of the time bar that overlap, and texts of controls that are cut. */
export function findOverlaps() {
  const isShown = element => element.getClientRects().length > 0 && element.getBoundingClientRect().width > 0;
  const nameOf = element => element.getAttribute('data-testid') ?? (element.className || element.tagName);
  const canvas = document.querySelector('.universe-canvas');
  const panels = [...(canvas?.parentElement.children ?? [])].filter(
    child => child !== canvas && !child.classList.contains('universe-overlay'),
  );
  const controls = [...document.querySelectorAll('.time-bar :is(button, select, input, .time-track)')].filter(
    element => !element.classList.contains('time-slider'),
  );
  const found = [];
  for (const group of [
    panels,
    controls,
    [...document.querySelectorAll('.time-bar, .universe-clock, .ui-toast')],
  ]) {
    const shown = group.filter(isShown).map(element => ({ element, box: element.getBoundingClientRect() }));
    for (const [index, one] of shown.entries())
      for (const other of shown.slice(index + 1)) {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across > 0.5 && down > 0.5)
          found.push(`${nameOf(one.element)} overlaps ${nameOf(other.element)}`);
      }
  }
  for (const element of controls)
    if (isShown(element) && element.tagName === 'BUTTON' && element.scrollWidth > element.clientWidth + 1)
      found.push(`${nameOf(element)} is cut`);
  return found;
}
