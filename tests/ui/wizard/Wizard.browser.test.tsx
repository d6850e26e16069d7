import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import * as z from 'zod/mini'
import { FormCheckbox, FormChoice, FormPassword, FormSelect, FormText } from '#ui/form/FormFields.tsx'
import type { Advice, DoneProps, Step } from '#ui/wizard/wizard.ts'
import { Wizard } from '#ui/wizard/Wizard.tsx'
import { putDraft } from '#ui/wizard/wizard-draft.ts'
import { InRouter } from '../InRouter.tsx'

const schema = z.object({
  name: z.string().check(z.minLength(1, 'Enter a name')),
  kind: z.enum(['RSA', 'EC']),
  bits: z.string(),
  password: z.string().check(z.minLength(8, 'A password has 8 characters at least')),
  again: z.boolean(),
})
type Form = z.output<typeof schema>
const initial: Form = { name: '', kind: 'EC', bits: '256', password: '', again: false }

const steps: readonly Step<Form>[] = [
  { id: 'name', label: 'Name', fields: ['name'], Body: () => <FormText name="name" label="Name" required /> },
  {
    id: 'key',
    label: 'Key',
    fields: ['kind', 'bits', 'password', 'again'],
    Body: () => (
      <>
        <FormChoice
          name="kind"
          label="Algorithm"
          options={[
            { value: 'RSA', label: 'RSA' },
            { value: 'EC', label: 'EC' },
          ]}
        />
        <FormSelect name="bits" label="Length" options={['256', '1024'].map((value) => ({ value, label: value }))} />
        <FormPassword name="password" label="Password" />
        <FormCheckbox name="again" label="Once more" />
      </>
    ),
  },
]
const advice = ({ bits, name }: Form): Advice[] => [
  ...(bits === '1024' ? [{ field: 'bits', level: 'error', text: 'Too short.', next: 'Choose 256.' } as const] : []),
  ...(name === 'odd' ? [{ field: 'name', level: 'warning', text: 'An odd name.' } as const] : []),
]

const sent: Form[] = []
let refuses: false | 'refused' | 'lost' = false
function Done({ result, startAgain }: DoneProps<Form, string>) {
  return (
    <>
      <p>Made {result}</p>
      <button type="button" onClick={startAgain}>
        Another
      </button>
    </>
  )
}
const App = () => (
  <Wizard
    draft="test"
    schema={schema}
    initial={initial}
    steps={steps}
    secrets={['password']}
    advice={advice}
    command={({ name }) => `make ${name}`}
    review={({ name }) => [
      { label: 'Name', value: name, step: 'name' },
      { label: 'Password', value: 'set, not shown' },
    ]}
    action="Make it"
    retype="Enter the password again."
    look={({ name }) => `Look for ${name} in the list.`}
    submit={(form) => {
      if (refuses) return Promise.reject(new Error(refuses))
      sent.push(form)
      return Promise.resolve(form.name.toUpperCase())
    }}
    problemOf={(error) => ({
      service: 'test',
      status: 400,
      code: 'NO',
      message: 'The name is taken',
      next: 'Choose another.',
      field: 'name',
      unsure: (error as Error).message === 'lost',
    })}
    Done={Done}
  />
)
const open = (at = '/') =>
  render(
    <InRouter at={at}>
      <App />
    </InRouter>,
  )

beforeEach(() => {
  localStorage.clear()
  sent.length = 0
  refuses = false
})

const field = (name: string) => page.getByRole('textbox', { name })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (name: string) => page.getByRole('heading', { name })

async function toReview() {
  await field('Name').fill('first')
  await press('Next')
  await page.getByLabelText('Password', { exact: true }).fill('long enough')
  await press('Next')
  await expect.element(heading('Review')).toHaveFocus()
}

test('by keyboard alone: each step is checked, the review shows what will be sent, and it is sent once', async () => {
  await open()
  await field('Name').click()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Enter a name')).toBeVisible()
  await expect.element(field('Name')).toHaveFocus()
  await userEvent.keyboard('first{Enter}')
  await expect.element(heading('Key')).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(page.getByRole('radio', { name: 'RSA' })).toBeChecked()
  await page.getByLabelText('Password', { exact: true }).fill('long enough')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('make first')).toBeInTheDocument()
  expect(document.body.textContent).not.toContain('long enough')
  await press('Make it')
  await expect.element(page.getByText('Made FIRST')).toBeVisible()
  expect(sent).toEqual([{ ...initial, name: 'first', kind: 'RSA', password: 'long enough' }])
  expect(localStorage.length).toBe(0)
})

test('an error of the rules stops at its field, a warning does not', async () => {
  await open()
  await field('Name').fill('odd')
  await expect.element(page.getByText('An odd name.')).toBeVisible()
  await press('Next')
  await page.getByRole('combobox', { name: 'Length' }).selectOptions('1024')
  await page.getByLabelText('Password', { exact: true }).fill('long enough')
  await press('Next')
  await expect.element(page.getByText('Too short. Choose 256.')).toBeVisible()
  await expect.element(heading('Key')).toBeVisible()
})

test('what stops somebody is said where nothing was typed yet, and the reload says so at the step that it leads to', async () => {
  localStorage.setItem('triptych-draft-test', JSON.stringify({ ...initial, name: 'first', bits: '1024' }))
  await open('/?step=key')
  await expect.element(heading('Key')).toBeVisible()
  await expect.element(page.getByText(/A saved draft was restored/)).toBeVisible()
  await page.getByLabelText('Password', { exact: true }).fill('long enough')
  expect(page.getByText('Too short. Choose 256.').query()).toBeNull()
  await press('Next')
  await expect.element(page.getByText('Too short. Choose 256.')).toBeVisible()
})

test('a reload comes back to the same step with what was typed, but never with a password', async () => {
  const view = await open()
  await toReview()
  await expect.poll(() => localStorage.getItem('triptych-draft-test')).toContain('first')
  expect(Object.values(localStorage).join()).not.toContain('long enough')
  await view.unmount()
  await open('/?step=review')
  await expect.element(heading('Key')).toBeVisible()
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('')
  await press('Back')
  await expect.element(page.getByText(/A saved draft was restored/)).toBeVisible()
  await expect.element(field('Name')).toHaveValue('first')
  await press('Discard draft')
  await expect.element(field('Name')).toHaveValue('')
  expect(localStorage.length).toBe(0)
})

test('what was typed last is kept when the page is left at once, and a dropped draft stays dropped', async () => {
  await open()
  await field('Name').fill('just now')
  window.dispatchEvent(new Event('pagehide'))
  expect(localStorage.getItem('triptych-draft-test')).toContain('just now')
  localStorage.clear()
  window.dispatchEvent(new Event('pagehide'))
  expect(localStorage.length).toBe(0)
})

test('a draft of another browser comes while nothing is typed yet, and never over what somebody has begun', async () => {
  await open()
  putDraft('test', JSON.stringify({ ...initial, name: 'elsewhere' }))
  await expect.element(field('Name')).toHaveValue('elsewhere')
  await expect.element(page.getByText(/A saved draft was restored/)).toBeVisible()
  await field('Name').fill('here')
  putDraft('test', JSON.stringify({ ...initial, name: 'later' }))
  await expect.poll(() => localStorage.getItem('triptych-draft-test')).toContain('here')
  await expect.element(field('Name')).toHaveValue('here')
})

test('nobody gets to the review by its address', async () => {
  await open('/?step=review')
  await expect.element(heading('Name')).toBeVisible()
})

test('a refusal says why, leads to the field it names, and nothing typed is lost', async () => {
  await open()
  await toReview()
  refuses = 'refused'
  await press('Make it')
  await expect.element(page.getByRole('alert').getByText('The name is taken', { exact: true })).toBeVisible()
  await press('Go to “Name”')
  await expect.element(field('Name')).toHaveValue('first')
  expect(sent).toEqual([])
})

test('whoever pressed the button hears why it was not done: the keyboard goes to the problem', async () => {
  await open()
  await toReview()
  refuses = 'refused'
  await press('Make it')
  await userEvent.tab()
  await expect.element(page.getByText(/^Details:/)).toHaveFocus()
})

test('what got no answer is not sent again before somebody has looked, not even after a reload', async () => {
  const view = await open()
  await toReview()
  refuses = 'lost'
  await press('Make it')
  await expect.element(page.getByText(/Look for first in the list/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Make it' })).toBeDisabled()
  await view.unmount()
  refuses = false
  await open('/?step=review')
  await expect.element(page.getByText('Enter the password again.')).toBeVisible()
  await page.getByLabelText('Password', { exact: true }).fill('long enough')
  await press('Next')
  await expect.element(page.getByRole('button', { name: 'Make it' })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'I have checked that it was not completed' }).click()
  await press('Make it')
  await expect.element(page.getByText('Made FIRST')).toBeVisible()
  expect(localStorage.length).toBe(0)
})

test('what was refused may be sent again at once', async () => {
  await open()
  await toReview()
  refuses = 'refused'
  await press('Make it')
  await expect.element(page.getByText('The name is taken')).toBeVisible()
  expect(page.getByRole('checkbox', { name: /I have checked/ }).query()).toBeNull()
  refuses = false
  await press('Make it')
  await expect.element(page.getByText('Made FIRST')).toBeVisible()
})

test('after it is done, another one starts from nothing', async () => {
  await open()
  await toReview()
  await press('Make it')
  await press('Another')
  await expect.element(field('Name')).toHaveValue('')
})
