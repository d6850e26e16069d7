/** Where a row stands in the order of a list. */
export type Place = { key: string; pk: number }
/** So many rows lie before the one after `place`; without a place it is the start of the list. */
type Landmark = { offset: number; place?: Place }

const remembered = 1000

export type PageAnchors = ReturnType<typeof pageAnchors>

/** Places met while paging through a list: a page far inside starts at the nearest one, not at the list's start. */
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
