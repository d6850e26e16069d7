import { withoutDirection } from './direction.ts'
import { hasVisibleText } from './visible-text.ts'

const control = /[\u202a-\u202e\u2066-\u2069]/g
/** Hebrew, Arabic and related scripts. */
const rightToLeft = '[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]'
const turning = new RegExp(`${control.source}|${rightToLeft}`)
const quoted = new RegExp(`“([^“”]*${rightToLeft}[^“”]*)”`, 'g')
/** Format and control characters, and letters without a glyph. */
const invisible = /(?!\s)[\p{Cf}\p{Cc}\u115f\u1160\u2800\u3164\uffa0]/u

const isolate = (text: string) => `\u2068${text}\u2069`
const escape = (text: string) => `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`
const isText = (node: Node | null) => node?.nodeType === Node.TEXT_NODE

/** The text as displayed: it can neither reorder the text around it nor be read in an order other than its own. */
function displayed(node: Text): string {
  if (node.parentElement?.closest('code, pre')) return node.data.replace(control, escape)
  const text = withoutDirection(node.data)
  if (!turning.test(text)) return text
  // A part of a sentence is a text node of its own, or stands in quotation marks.
  const isPart = isText(node.previousSibling) || isText(node.nextSibling)
  return isPart ? isolate(text) : text.replace(quoted, (_, name: string) => `“${isolate(name)}”`)
}

function show(node: Text) {
  const isBlank = invisible.test(node.data) && !hasVisibleText(node.data)
  if (!isBlank && !turning.test(node.data)) return
  if (node.parentElement?.closest('textarea, script, style')) return
  const text = isBlank ? node.data.replace(/[^ \n]/g, escape) : displayed(node)
  if (text === node.data) return
  node.data = text
  layOutAgain(node)
}

/**
 * If the text was laid out before, Chromium keeps the direction of other text in the same lines until its nodes are
 * inserted again.
 */
function layOutAgain(node: Text) {
  let block = node.parentElement
  while (block?.parentElement && getComputedStyle(block).display === 'inline') block = block.parentElement
  if (block) for (const part of textsIn(block)) part.parentNode?.insertBefore(part, part.nextSibling)
}

function textsIn(root: Node): Text[] {
  const found: Text[] = []
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (nodes.nextNode()) if (nodes.currentNode instanceof Text) found.push(nodes.currentNode)
  return found
}

const showAll = (root: Node) => (root instanceof Text ? show(root) : textsIn(root).forEach(show))

let observer: MutationObserver | undefined

/**
 * Names in all pages, dialogs and the document title. Direction controls are removed, or escaped in code and raw values;
 * a right-to-left name in a sentence is isolated; a name without visible characters is escaped. Only text nodes change,
 * after React has rendered them: names remain as received wherever they are sent, copied by a button or exported.
 */
export function isolateText() {
  if (observer) return
  const root = document.documentElement
  observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') showAll(target)
      else addedNodes.forEach(showAll)
    }
  })
  showAll(root)
  observer.observe(root, { childList: true, subtree: true, characterData: true })
}
