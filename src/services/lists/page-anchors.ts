/** Position of a row in the order of a list. */
export type Place = { key: string; pk: number }
/** Number of rows up to `place`; without a place, the start of the list. */
type Landmark = { offset: number; place?: Place }

const remembered = 1000

export type PageAnchors = ReturnType<typeof pageAnchors>

/** Known positions of a list, so that a distant page starts at the nearest one instead of the beginning. */
export function pageAnchors() {
  const marks: Landmark[] = [{ offset: 0 }]
  const nearest = (offset: number): Landmark => marks.findLast((mark) => mark.offset <= offset) ?? { offset: 0 }
  return {
    nearest,
    add(offset: number, place: Place) {
      if (marks.length >= remembered || nearest(offset).offset === offset) return
      marks.splice(marks.findLastIndex((mark) => mark.offset < offset) + 1, 0, { offset, place })
    },
  }
}
