import { useMemo } from 'react'
import { useParams } from 'react-router'
import { NotesPanel } from '#components/annotations/NotesPanel.tsx'
import { listAddress, searchText } from '#components/lists/list-address.ts'
import { RawRecordSection } from '#components/devices/RawRecordSection.tsx'
import { useListState } from '#components/lists/use-list-state.ts'
import { identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { nameOf } from '#pages/devices/device-facts.ts'
import { deviceIdOf, useDevice } from '#pages/devices/device-query.ts'
import { positionOf } from '#pages/devices/device/location/location.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Meter } from '#ui/feedback/Meter.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { usePhone } from '#ui/layout/use-phone.ts'
import type { Property } from '#ui/values/Properties.tsx'
import { gauges } from './capacity.ts'
import classes from './DeviceOverview.module.css'
import { fieldCards } from './field-cards.ts'
import { countOf, findFields } from './field-search.ts'
import { FieldCard } from './FieldCard.tsx'
import { MissingFields } from './MissingFields.tsx'
import { DeviceVitals } from './DeviceVitals.tsx'

const fields = listAddress({ find: searchText })

/** All fields of the record in groups, with a search. */
export function Component() {
  const device = useDevice()
  const id = deviceIdOf(useParams())
  const { state, show } = useListState(fields)
  const wanted = state.find
  const cards = useMemo(() => fieldCards(device), [device])
  const found = findFields(cards, wanted)
  const filled = found.filter(({ items, tables }) => items.length + tables.length > 0)
  const isWhole = wanted.trim() === ''
  const isPhone = usePhone()
  return (
    <Stack gap="md">
      {isWhole && <DeviceVitals device={device} />}
      {isWhole && (
        <NotesPanel
          key={id}
          kind="device"
          subject={id}
          label={nameOf(device)}
          identifiers={identifiersOf.device({ ...device, device_id: id })}
        />
      )}
      <div className={classes.find} data-screen-only>
        <SearchField
          label="Search fields"
          placeholder="Search by field or value"
          value={wanted}
          onChange={(text) => show({ find: text }, true)}
        />
        <Text component="output" size="sm" c="dimmed">
          {isWhole ? `${countOf(cards)} fields` : `${countOf(found)} of ${countOf(cards)} fields`}
        </Text>
      </div>
      {isWhole && (
        <nav aria-label="Groups of fields" className={classes.groups} data-screen-only>
          {filled.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
      )}
      {found.length === 0 && (
        <Empty title="No matching fields" hint={`No name or value in this record contains “${wanted}”.`} />
      )}
      {filled.map((card) => (
        <FieldCard
          key={card.id}
          card={card}
          command={device.command_name}
          before={isWhole ? drawn(card.id, device) : []}
          isFolded={isPhone && isWhole}
        />
      ))}
      <MissingFields cards={found} open={!isWhole} />
      {isWhole && <RawRecordSection record={device} />}
    </Stack>
  )
}

/** Values derived from several fields. */
function drawn(card: string, device: Device): Property[] {
  if (card === 'capacity') {
    return gauges(device).map(({ label, value, max, text, note }) => ({
      label,
      note,
      wireName: `${label} meter`,
      value: <Meter label={label} value={value} max={max} text={text} />,
    }))
  }
  const position = card === 'location' ? positionOf(device) : undefined
  return position ? [{ label: 'Position', value: position.text, copy: position.text, note: position.doubt }] : []
}
