import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { queryClient } from '#api/client.ts'
import { query } from '#api/query.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { LateFailure } from '#components/actions/LateFailure.tsx'
import { createGroup, listGroups } from '#contract/mdm/groups.ts'
import { Problem } from '#contract/problem.ts'
import { TextField } from '#ui/form/TextField.tsx'
import { answering } from '../../support/answering.ts'
import { InRouter } from '../../ui/InRouter.tsx'

beforeEach(() => queryClient.clear())

const named = z.object({ name: z.string() })

function Groups() {
  const { data } = useQuery(query(listGroups, {}))
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <p>{data && `${data.rows.length} groups`}</p>
      <LateFailure />
      {isOpen && (
        <FormDialog
          title="New group"
          action="Create group"
          schema={named}
          send={({ name }) => change(createGroup, { name })}
          onClose={() => setOpen(false)}
        >
          <TextField name="name" label="Name" />
        </FormDialog>
      )}
    </>
  )
}
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Groups />
    </QueryClientProvider>,
    { wrapper: InRouter },
  )
const groups: { group_id: string; name: string }[] = []
const listed = () => ({ groups, metadata: { total_record_count: groups.length } })

beforeEach(() => void groups.splice(0))

async function createPilots() {
  await expect.element(page.getByText('0 groups')).toBeInTheDocument()
  await page.getByRole('textbox', { name: 'Name' }).fill('Pilots')
  await page.getByRole('button', { name: 'Create group' }).click()
}

test('a change whose answer was lost keeps what was typed, and the list behind it shows whether it was done', async () => {
  answering({
    [listGroups.id]: listed,
    [createGroup.id]: () => {
      groups.push({ group_id: '1', name: 'Pilots' })
      return new Problem('TRUNCATED', undefined, { service: 'mdm' })
    },
  })
  await show()
  await createPilots()
  await expect.element(page.getByRole('alert').getByText(/^The change may have been made/)).toBeVisible()
  await expect.element(page.getByText('1 groups')).toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Pilots')
})

test('what fails after its dialog was closed is told on the page', async () => {
  const answer = Promise.withResolvers<Problem>()
  const calls = answering({ [listGroups.id]: listed, [createGroup.id]: () => answer.promise })
  await show()
  await createPilots()
  await expect.poll(() => calls.some(({ row }) => row === createGroup.id)).toBe(true)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  answer.resolve(new Problem('COM0005', 'name: is taken', { service: 'mdm', status: 400 }))
  const told = page.getByRole('region', { name: 'Failed in the background' })
  await expect.element(told.getByText(createGroup.summary)).toBeVisible()
  await expect.element(told.getByText('name: is taken', { exact: true })).toBeVisible()
  await told.getByRole('button', { name: 'Close' }).click()
  await expect.element(told).not.toBeInTheDocument()
})
