/** A file name that no system takes for a path, for a hidden file or for another kind of file than it is. */
export function downloadName(name: string, ending = ''): string {
  const plain = name.replace(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]/gu, '_').replace(/^\./, '_')
  return Array.from(plain).slice(0, 150).join('') + ending
}
