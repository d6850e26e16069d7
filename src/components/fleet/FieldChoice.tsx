import { useState } from 'react'
import { useCatalog } from './use-catalog.ts'
import { fieldsLike } from '#contract/fleet/completions.ts'
import type { FleetField } from '#contract/fleet/field.ts'
import { writtenName } from '#contract/fleet/field-names.ts'
import { Combobox } from '#ui/combobox/Combobox.tsx'

type Props = {
  label: string
  chosen?: FleetField | undefined
  /** Limits the selectable fields; all fields by default. */
  among?: (field: FleetField) => boolean
  placeholder?: string
  hasHiddenLabel?: boolean
  onChoose: (field: FleetField) => void
}

const max = 30

/** Combobox for a field, searchable by label and name. */
export function FieldChoice({ label, chosen, among, placeholder, hasHiddenLabel, onChoose }: Props) {
  const catalog = useCatalog()
  const everyField = [...catalog.values()]
  const [typed, setTyped] = useState<string>()
  const fields = fieldsLike(typed ?? '', among ? everyField.filter(among) : everyField).slice(0, max)
  return (
    <Combobox
      label={label}
      hasHiddenLabel={hasHiddenLabel}
      placeholder={placeholder ?? 'Type a name'}
      value={typed ?? chosen?.label ?? ''}
      options={fields.map((field) => ({
        id: field.name,
        label: field.label,
        detail: <code>{writtenName(field, catalog)}</code>,
        field,
      }))}
      isFirstMarked={typed !== undefined && typed !== ''}
      onType={setTyped}
      onChoose={({ field }) => {
        setTyped(undefined)
        onChoose(field)
      }}
      onLeave={() => setTyped(undefined)}
    />
  )
}
