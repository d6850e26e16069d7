import { useLayoutEffect, useRef, useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { isolateText } from '#ui/values/isolated-text.ts'

beforeEach(isolateText)

const turned = 'invoice\u202Efdp.exe'
const [first, second] = ['invoicefdp.exe', 'notescod.exe']
/** Joined by invisible characters. */
const family = '👩‍👩‍👧'
const hebrew = 'שלום'
/** Its letters from left to right. */
const hebrewShown = 'םולש'

/** A page that shows names in the ways in which pages do, and takes another name. */
function Names() {
  const [name, setName] = useState(turned)
  const [shown, setShown] = useState(false)
  return (
    <>
      <title>{`${name} · Console`}</title>
      <h1>{name}</h1>
      <p>{`Remove “${name}” from 3 accounts?`}</p>
      <p>The key {name} has 3 accounts</p>
      <table>
        <tbody>
          <tr>
            <td>{hebrew}</td>
            <td>{`“${hebrew}”: 3 accounts`}</td>
            <td>{hebrew} 3 accounts</td>
          </tr>
        </tbody>
      </table>
      <code>{name}</code>
      <a href="#blank">{'\u00a0\u200b'}</a>
      <a href="#family">{family}</a>
      <textarea aria-label="Note" defaultValue={name} />
      <button onClick={() => setName('notes\u2067cod.exe')}>Rename</button>
      <button onClick={() => setShown(true)}>Ask</button>
      {shown && <output>{`Delete ${name} permanently?`}</output>}
    </>
  )
}

/** Where each character is displayed, from left to right. */
function displayedOrder(element: Element): string {
  const letters: { letter: string; left: number }[] = []
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (nodes.nextNode()) {
    const node = nodes.currentNode as Text
    for (let at = 0; at < node.length; at += 1) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const { left, width } = range.getBoundingClientRect()
      if (width > 0) letters.push({ letter: node.data[at] ?? '', left })
    }
  }
  return letters
    .toSorted((one, other) => one.left - other.left)
    .map(({ letter }) => letter)
    .join('')
}
const order = (text: string) => [...document.querySelectorAll('p, td, h1')].map(displayedOrder).includes(text)

test('a name that turns the writing direction is displayed in its own order, wherever it stands', async () => {
  await render(<Names />)
  await expect.element(page.getByRole('heading', { name: first })).toHaveTextContent(first)
  expect(document.title).toBe(`${first} · Console`)
  expect(order(first)).toBe(true)
  expect(order(`Remove “${first}” from 3 accounts?`)).toBe(true)
  expect(order(`The key ${first} has 3 accounts`)).toBe(true)
})

test('it remains readable in raw values, and unchanged in fields', async () => {
  await render(<Names />)
  await expect.element(page.getByRole('code')).toHaveTextContent(String.raw`invoice\u202efdp.exe`)
  await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveValue(turned)
})

/** Is laid out before its text is corrected, as by a dialog that is measured. */
function Measured() {
  const text = useRef<HTMLParagraphElement>(null)
  // The layout of the document.
  useLayoutEffect(() => void text.current?.getBoundingClientRect(), [])
  return (
    <p ref={text}>
      <b>{turned}</b>, key <code>7</code>. Its file is kept.
    </p>
  )
}

test('the text after a name is displayed in its own order, even if it was laid out before', async () => {
  const isShown = () => order(`${first}, key 7. Its file is kept.`)
  await render(<Measured />)
  await expect.poll(isShown).toBe(true)
})

test('what is rendered later is displayed in the same way', async () => {
  await render(<Names />)
  await page.getByRole('button', { name: 'Ask' }).click()
  await expect.element(page.getByRole('status')).toHaveTextContent(`Delete ${first} permanently?`)
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect.element(page.getByRole('heading', { name: second })).toHaveTextContent(second)
  await expect.element(page.getByRole('status')).toHaveTextContent(`Delete ${second} permanently?`)
  expect(document.title).toBe(`${second} · Console`)
  await expect.element(page.getByRole('code')).toHaveTextContent(String.raw`notes\u2067cod.exe`)
})

test('a right-to-left name does not move the number after it', async () => {
  await render(<Names />)
  await expect.poll(() => order(`“${hebrewShown}”: 3 accounts`)).toBe(true)
  expect(order(`${hebrewShown} 3 accounts`)).toBe(true)
  expect(page.getByRole('cell').elements()[0]?.textContent).toBe(hebrew)
})

test('a name without visible characters can be seen, and others keep theirs', async () => {
  await render(<Names />)
  await expect.element(page.getByRole('link', { name: String.raw`\u00a0\u200b` })).toBeVisible()
  await expect.element(page.getByRole('link', { name: family })).toHaveTextContent(family)
})
