import { useState } from 'react'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { deleteProfiles, type Profile } from '#contract/mdm/profiles.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { DataTable, type Selected } from '#ui/table/DataTable.tsx'
import { deleteMany, type Outcome, type Result } from './delete-many.ts'

/** What can be done with the profiles that are chosen. */
export function ProfileSelection({ withRows, deselect }: Selected<Profile>) {
  const [chosen, setChosen] = useState<readonly Profile[]>()
  const [results, setResults] = useState<readonly Result[]>()
  const close = () => {
    setResults(undefined)
    // Last: without any that are chosen, there is nothing that could be done with them.
    deselect(results?.filter(isGone).map(({ id }) => id) ?? [])
  }
  return (
    <>
      <ActionButton
        endpoint={deleteProfiles}
        size="compact-xs"
        onClick={() => withRows('Profiles read', (rows) => setChosen(rows))}
      >
        Delete profiles
      </ActionButton>
      {chosen && (
        <Confirm
          title={`Delete ${profilesInWords(chosen.length)}?`}
          action="Delete"
          typed={`delete ${chosen.length}`}
          onConfirm={async () => setResults(await deleteMany(chosen))}
          onClose={() => setChosen(undefined)}
        >
          <WhatHappens profiles={chosen} />
        </Confirm>
      )}
      {results && <Results results={results} onClose={close} />}
    </>
  )
}

const profilesInWords = (count: number) => (count === 1 ? '1 profile' : `${count.toLocaleString('en')} profiles`)

/** Every profile by its name, under what becomes of it. */
function WhatHappens({ profiles }: { profiles: readonly Profile[] }) {
  const inUse = (profile: Profile) => (profile.device_count ?? 0) + (profile.group_count ?? 0) > 0
  const parts = [
    { says: 'Moved to the trash:', rows: profiles.filter((one) => !inUse(one) && one.is_moved_to_trash !== true) },
    {
      says: 'Deleted permanently, because they are in the trash. This cannot be undone:',
      rows: profiles.filter((one) => !inUse(one) && one.is_moved_to_trash === true),
    },
    { says: 'On devices or groups, which the server is likely to refuse:', rows: profiles.filter(inUse) },
  ]
  return (
    <Stack gap="xs">
      {parts
        .filter(({ rows }) => rows.length > 0)
        .map(({ says, rows }) => (
          <div key={says}>
            <Text size="sm">{says}</Text>
            <ul>
              {rows.map(({ profile_id, profile_name }) => (
                <li key={profile_id}>{profile_name || profile_id}</li>
              ))}
            </ul>
          </div>
        ))}
    </Stack>
  )
}

const outcomes: Record<Outcome, { label: string; tone: Tone }> = {
  moved: { label: 'Moved to the trash', tone: 'ok' },
  deleted: { label: 'Deleted permanently', tone: 'ok' },
  refused: { label: 'Refused', tone: 'bad' },
  'not sent': { label: 'Not sent', tone: 'warn' },
}

const isGone = ({ outcome }: Result) => outcome === 'moved' || outcome === 'deleted'

const { text, badge } = columnsOf<Result>({ priority: 1 })
const columns = [
  text('name', 'Profile', ({ name }) => name, { width: '30%' }),
  badge('outcome', 'Result', ({ outcome }) => outcomes[outcome], { width: '28%' }),
  text('why', 'Reason', ({ why }) => why, { width: '42%', breaks: true }),
]

function Results({ results, onClose }: { results: readonly Result[]; onClose: () => void }) {
  const gone = results.filter(isGone).length
  return (
    <Dialog title="Deleted profiles" size="xl" onClose={onClose}>
      <Stack gap="md">
        <Text size="sm" component="output">
          {gone} of {profilesInWords(results.length)} deleted.
        </Text>
        <DataTable
          caption="Deleted profiles"
          rows={[...results]}
          columns={columns}
          rowId={({ id }) => id}
          empty={<Empty title="Nothing was deleted" />}
        />
        <Group justify="end">
          <Button onClick={onClose}>Close</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
