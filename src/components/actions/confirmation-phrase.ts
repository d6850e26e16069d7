import { withoutDirection } from '#ui/values/direction.ts'
import { hasVisibleText } from '#ui/values/visible-text.ts'

const longestTyped = 60
const typedOfLonger = 30

/** The text as it is displayed, where any space is one space. */
export const asDisplayed = (text: string) => withoutDirection(text).replace(/\s+/g, ' ').trim()

/** Text that can be typed: short, without line breaks, invisible characters or bidirectional controls. */
export const isTypable = (text: string) => text.length <= longestTyped && hasTypableCharacters(text)

const hasTypableCharacters = (text: string) =>
  text === asDisplayed(text) && hasVisibleText(text) && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text)

type Phrase = {
  /** What to type, in quotation marks. */
  text: string
  accepted: readonly string[]
}

/** What is typed before an object is deleted: its name, the beginning of a long name, or the action. */
export function confirmationPhrase(name: string, action: string): Phrase {
  const whole = asDisplayed(name)
  if (!hasTypableCharacters(whole)) return { text: `“${action}”`, accepted: [action] }
  if (isTypable(whole)) return { text: `“${whole}”`, accepted: [whole] }
  const beginning = beginningOf(whole)
  return { text: `the beginning of the name, “${beginning}”,`, accepted: [beginning, whole] }
}

/** Whole characters: no emoji and no accent is split. */
const beginningOf = (text: string) =>
  Array.from(new Intl.Segmenter('en').segment(text.slice(0, longestTyped)), ({ segment }) => segment)
    .slice(0, typedOfLonger)
    .join('')
    .trim()
