import { isArchive } from '#contract/mdm/upload.ts'

const endRecord = Buffer.from([0x50, 0x4b, 5, 6])
/** Size of the end record, and of the longest comment (APPNOTE 4.3.16). */
const recordBytes = 22
const tailBytes = recordBytes + 0xffff

/** Whether streamed data is a complete ZIP archive, by its first bytes and its end record. */
export function archiveCheck() {
  let head = Buffer.alloc(0)
  let tail = Buffer.alloc(0)
  return {
    see(chunk: Uint8Array) {
      if (head.length < 4) head = Buffer.concat([head, chunk.subarray(0, 4 - head.length)])
      tail =
        chunk.length >= tailBytes
          ? Buffer.from(chunk.subarray(chunk.length - tailBytes))
          : Buffer.concat([tail.subarray(Math.max(0, tail.length + chunk.length - tailBytes)), chunk])
    },
    /** Determined by the first bytes. */
    isOther: () => head.length === 4 && !isArchive(head),
    isWhole: () => isArchive(head) && hasEnd(tail),
  }
}

/** The comment must extend to the end of the file. */
function hasEnd(tail: Buffer): boolean {
  for (let at = tail.lastIndexOf(endRecord); at !== -1; at = at === 0 ? -1 : tail.lastIndexOf(endRecord, at - 1)) {
    const commentAt = at + recordBytes
    if (commentAt <= tail.length && commentAt + tail.readUInt16LE(commentAt - 2) === tail.length) return true
  }
  return false
}
