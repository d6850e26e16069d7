/** Who muted it, and when. */
type Mute = { by: string; at: number }

/** The mute of a page, or of a page above it: that of a device applies to its commands. */
export function findMute(muted: ReadonlyMap<string, Mute>, page: string): Mute | undefined {
  for (let above = page; above !== ''; above = above.slice(0, above.lastIndexOf('/'))) {
    const found = muted.get(above) ?? muted.get(`${above}/`)
    if (found) return found
  }
  return undefined
}
