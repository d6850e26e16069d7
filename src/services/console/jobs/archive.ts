import { zipSync } from 'fflate'

type ArchivedFile = { name: string; bytes: Uint8Array }

/** As one zip file, not compressed: most of it is encrypted. Of files with one name, the later ones get a number. */
export const zipOf = (files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> =>
  zipSync(Object.fromEntries(numbered(files).map(({ name, bytes }) => [name, bytes])), { level: 0 })

function numbered(files: readonly ArchivedFile[]): ArchivedFile[] {
  const taken = new Set<string>()
  return files.map(({ name, bytes }) => {
    const [, base = name, ending = ''] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? []
    let free = name
    for (let at = 2; taken.has(free.toLowerCase()); at++) free = `${base}-${at}${ending}`
    taken.add(free.toLowerCase())
    return { name: free, bytes }
  })
}
