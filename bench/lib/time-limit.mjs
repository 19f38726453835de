/**
 * @template T
 * @param {Promise<T>} promise
 * @param {number} seconds
 * @param {string} what for the error: "… took longer than 5 s"
 * @returns {Promise<T>}
 */
export async function within(promise, seconds, what) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${seconds} s`)), seconds * 1000);
  });
  try {
    return await Promise.race([promise, /** @type {Promise<never>} */ (late)]);
  } finally {
    clearTimeout(timer);
  }
}

/** @param {number} milliseconds */
export function delay(milliseconds) {
  return new Promise(resolve => setTimeout(resolve, milliseconds));
}
