import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { userOf } from '#components/devices/user-of.ts'
import { PartProblem } from '#components/offered/PartProblem.tsx'
import type { Device } from '#contract/mdm/devices.ts'
import { nameOf, platformOf } from '#pages/devices/device-facts.ts'
import { type Choice, type Choices, deviceChoices, groupChoices } from '#pages/devices/device-picker/choices.ts'
import { textOf } from '#contract/words/value-text.ts'
import { groupQuery } from '#pages/devices/groups/group-query.ts'
import { paths } from '#paths.ts'
import { SearchField } from '#ui/form/SearchField.tsx'
import { Anchor, Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import classes from './Compare.module.css'

type Props = {
  label: 'First device' | 'Second device' | 'Group'
  id: string
  device?: Device | undefined
  onChoose: (id: string) => void
  /** Offers groups as well; called with '' to return to a single device. */
  onGroup?: (id: string) => void
}

/** One side of a comparison, or its selection. */
export function Side({ label, id, device, onChoose, onGroup }: Props) {
  const [ofGroups, setOfGroups] = useState(false)
  return (
    <Panel title={label}>
      {id !== '' && label !== 'Group' && device && <TheDevice device={device} />}
      {id !== '' && label === 'Group' && <TheGroup id={id} />}
      {id === '' && (
        <Finder
          key={String(ofGroups)}
          label={ofGroups ? 'Group' : label}
          choices={ofGroups ? groupChoices : deviceChoices}
          onChoose={ofGroups && onGroup ? onGroup : onChoose}
        />
      )}
      {id !== '' && (
        <Button
          size="xs"
          w="fit-content"
          variant="default"
          aria-label={`Change: ${label}`}
          onClick={() => (label === 'Group' ? onGroup?.('') : onChoose(''))}
        >
          {' '}
          Change{' '}
        </Button>
      )}
      {id === '' && onGroup && (
        <Button size="xs" w="fit-content" variant="default" onClick={() => setOfGroups(!ofGroups)}>
          {ofGroups ? 'Compare with one device' : 'Compare with each device in a group'}
        </Button>
      )}
    </Panel>
  )
}

const TheDevice = ({ device }: { device: Device }) => (
  <div>
    <Anchor
      component={Link}
      to={paths.deviceRestrictions(textOf(device.device_id))}
      className={classes.device}
      data-tip={nameOf(device)}
    >
      {nameOf(device)}
    </Anchor>
    <Text size="sm" c="dimmed">
      {[userOf(device).name, platformOf(device), textOf(device.serial_number)].filter(Boolean).join(', ')}
    </Text>
  </div>
)

function TheGroup({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(groupQuery(id))
  if (error) return <QueryProblem error={error} refetch={refetch} />
  return (
    <Anchor component={Link} to={paths.group(id)}>
      {data?.name || id}
    </Anchor>
  )
}

type FinderProps = { label: string; choices: Choices; onChoose: (id: string) => void }

/** Search field with the first matches. */
function Finder({ label, choices, onChoose }: FinderProps) {
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: ['find', label, search],
    queryFn: ({ signal }) => choices.find(search, signal),
    enabled: search.trim() !== '',
    placeholderData: (before) => before,
    gcTime: 0,
  })
  const found: Choice[] = search.trim() === '' ? [] : (data?.choices.slice(0, 8) ?? [])
  return (
    <Stack gap="xs">
      <Group>
        <SearchField
          label={`Search: ${label}`}
          placeholder="Name, user, serial number …"
          value={search}
          onChange={setSearch}
        />
      </Group>
      {error && <PartProblem error={error} of={choices.of} onRetry={refetch} />}
      {found.length > 0 && (
        <ul aria-label={`Found: ${label}`} className={classes.found}>
          {found.map(({ id, label: name, note }) => (
            <li key={id}>
              <Button size="xs" variant="subtle" onClick={() => onChoose(id)} className={classes.choice}>
                {name}
                {note && `, ${note}`}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {data && search.trim() !== '' && found.length === 0 && <Text size="sm">No results.</Text>}
    </Stack>
  )
}
