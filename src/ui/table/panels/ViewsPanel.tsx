import { ActionIcon, Button, Stack, TextInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import type { Address } from '#ui/table/address.ts'
import { FurtherViews, type ViewedTable } from '#ui/table/further-views.ts'
import { useStored } from '#ui/table/state/stored.ts'
import { viewOf } from '#ui/table/state/table-address.ts'
import type { ColumnChoice } from '#ui/table/state/table-layout.ts'
import { IconTrash } from '#ui/theme/icons.ts'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import classes from './panels.module.css'

/** A saved view: a name and the URL parameters with columns, filters and sort order. */
const savedViews = z
  .array(
    z.object({ name: z.string().check(z.minLength(1), z.maxLength(100)), search: z.string().check(z.maxLength(4000)) }),
  )
  .check(z.maxLength(100))
const none: z.output<typeof savedViews> = []

type Props = { storageKey: string; address: Address; shown: ColumnChoice; csv?: ViewedTable['csv'] }

/** The user's saved views. Each is a link that shows the same to other users. */
export function ViewsPanel({ storageKey, address: [address], shown, csv }: Props) {
  const [views, setViews] = useStored(`${storageKey}.views`, savedViews, none)
  const now = viewOf(address, shown)
  const current = views.find(({ search }) => search === now)
  return (
    <Stack gap="sm">
      {views.length === 0 && <p className={classes.heading}>No saved views yet.</p>}
      <ul className={classes.views}>
        {views.map(({ name, search }) => (
          <li key={name} className={classes.view}>
            <Link to={`?${search}`} aria-current={current?.name === name || undefined}>
              {name}
            </Link>
            <span className={classes.buttons}>
              <CopyButton value={linkTo(search)} label={`Copy link to ${name}`} />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={`Delete ${name}`}
                data-tip={`Delete ${name}`}
                onClick={() => setViews(views.filter((view) => view.name !== name))}
              >
                <IconTrash size={15} aria-hidden />
              </ActionIcon>
            </span>
          </li>
        ))}
      </ul>
      <SaveView
        taken={views.map(({ name }) => name)}
        onSave={(name) => setViews([...views.filter((view) => view.name !== name), { name, search: now }])}
      />
      <Button variant="default" size="xs" component={Link} to="?">
        Reset to my columns without filters
      </Button>
      <Suspense>
        <FurtherViews search={now} columns={shown.columns ?? []} csv={csv} />
      </Suspense>
    </Stack>
  )
}

const linkTo = (search: string) => `${window.location.origin}${window.location.pathname}?${search}`

function SaveView({ taken, onSave }: { taken: readonly string[]; onSave: (name: string) => void }) {
  const [name, setName] = useState('')
  const wanted = name.trim()
  return (
    <form
      className={classes.save}
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted === '') return
        onSave(wanted)
        setName('')
      }}
    >
      <TextInput
        size="xs"
        label="Save current view as"
        value={name}
        maxLength={100}
        autoComplete="off"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" size="xs" disabled={wanted === ''}>
        {taken.includes(wanted) ? 'Replace' : 'Save'}
      </Button>
    </form>
  )
}
