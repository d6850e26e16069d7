import { useState } from 'react'
import { useCatalog } from './use-catalog.ts'
import { listedValues } from '#contract/fleet/completions.ts'
import type { Condition } from '#contract/fleet/condition.ts'
import type { FleetField } from '#contract/fleet/field.ts'
import { parseQuery, printQuery } from '#contract/fleet/query-line.ts'
import { Combobox } from '#ui/combobox/Combobox.tsx'
import { FilterSelect } from '#ui/form/FilterSelect.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Button } from '#ui/layout/layout.ts'
import { type ComparisonOption, comparisonOptions } from './condition-words.ts'
import { FieldChoice } from './FieldChoice.tsx'
import { useSuggestedValues } from './field-values.ts'
import classes from './Query.module.css'

type Props = {
  /** Query whose devices provide the suggested values. */
  query: string
  onAdd: (condition: Condition) => void
}

/** Form for one condition: field, comparison, and a value suggested from the devices. */
export function ConditionForm({ query, onAdd }: Props) {
  const catalog = useCatalog()
  const [field, setField] = useState<FleetField>()
  const [wayId, setWayId] = useState('')
  const [value, setValue] = useState('')
  const [version, setVersion] = useState('')
  const [problem, setProblem] = useState<string>()
  const ways = field ? comparisonOptions(field) : []
  const way = ways.find(({ id }) => id === wayId) ?? ways[0]
  const choose = (chosen: FleetField) => {
    setField(chosen)
    setWayId('')
    setValue('')
    setProblem(undefined)
  }
  const add = (typed = value) => {
    if (!field || !way) return setProblem('Choose a field')
    const condition = conditionFrom(field, way, typed.trim(), version.trim())
    const read = parseQuery(printQuery([condition], catalog), catalog)
    if ('problem' in read) return setProblem(read.problem.message)
    for (const one of read.conditions) onAdd(one)
    setField(undefined)
    setValue('')
    setVersion('')
    setProblem(undefined)
  }
  return (
    <fieldset aria-label="New condition" className={classes.form}>
      <FieldChoice label="Field" chosen={field} onChoose={choose} />
      {way && (
        <FilterSelect
          label="Comparison"
          value={way.id}
          options={ways.map(({ id, label }) => ({ value: id, label }))}
          onChange={setWayId}
        />
      )}
      {field && way && way.needs !== 'nothing' && (
        <ValueField
          of={field}
          way={way}
          among={query}
          value={value}
          error={problem}
          onValue={(typed) => {
            setValue(typed)
            setProblem(undefined)
          }}
          onEnter={() => add()}
        />
      )}
      {way?.needs === 'entry' && (
        <TextField
          name="version"
          label="Version"
          value={version}
          style={{ width: 'min(7rem, 100%)' }}
          onChange={({ currentTarget }) => setVersion(currentTarget.value)}
        />
      )}
      <Button size="xs" disabled={!field} onClick={() => add()}>
        Add
      </Button>
    </fieldset>
  )
}

function conditionFrom(field: FleetField, way: ComparisonOption, value: string, version: string): Condition {
  const base = { field: field.name, comparison: way.comparison, ...(way.negated && { negated: way.negated }) }
  if (way.needs === 'nothing') return base
  return way.needs === 'entry' ? { ...base, of: value, value: version } : { ...base, value }
}

type ValueProps = {
  of: FleetField
  way: ComparisonOption
  among: string
  value: string
  error: string | undefined
  onValue: (value: string) => void
  onEnter: () => void
}

const placeholders: Partial<Record<ComparisonOption['needs'], string>> = { ago: '30d', date: '2026-01-31' }

function ValueField({ of: field, way, among, value, error, onValue, onEnter }: ValueProps) {
  const known = useSuggestedValues(field, value, among)
  const ago = way.needs === 'ago' ? (listedValues(field) ?? []) : []
  const options = [...ago.map(({ text, detail }) => ({ id: text, label: text, detail })), ...known]
  return (
    <Combobox
      label="Value"
      value={value}
      options={options}
      placeholder={placeholders[way.needs]}
      error={error}
      onType={onValue}
      onChoose={(option) => onValue(option.id)}
      onEnter={onEnter}
    />
  )
}
