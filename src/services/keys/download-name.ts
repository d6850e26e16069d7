/** A safe file name: no path, not hidden, with a fixed extension. */
export function downloadName(name: string, ending = ''): string {
  const plain = name.replace(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]/gu, '_').replace(/^\./, '_')
  return Array.from(plain).slice(0, 150).join('') + ending
}
