import { Checkbox, Group, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useId } from 'react'
import { problemOf } from '#api/problem.ts'
import { query } from '#api/query.ts'
import { previewSchedule } from '#contract/console/schedules.ts'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { ChoiceField } from '#ui/form/ChoiceField.tsx'
import { DateField } from '#ui/form/DateField.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Text } from '#ui/layout/layout.ts'
import { weekdays } from './schedule-words.ts'
import { Times } from './Times.tsx'
import { ruleKinds, type Timing, type TimingErrors, type TimingForm, zoneNames } from './timing-form.ts'

const kindLabels: Record<TimingForm['kind'], string> = {
  once: 'Once',
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
  cron: 'Cron expression',
}
const monthDays = [
  ...Array.from({ length: 31 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) })),
  { value: '0', label: 'Last day' },
]

type Props = {
  form: TimingForm
  errors: TimingErrors
  timing: Timing | undefined
  /** For irreversible actions, which cannot be repeated. */
  isOnce?: boolean
  onChange: (form: TimingForm) => void
}

/** Fields for the timing of a job, with a preview of the next runs. */
export function TimingFields({ form, errors, timing, isOnce = false, onChange }: Props) {
  const set = (change: Partial<TimingForm>) => onChange({ ...form, ...change })
  const text = (name: 'title' | 'time' | 'expression' | 'hours', label: string) => ({
    name,
    label,
    value: form[name],
    error: errors[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => set({ [name]: currentTarget.value }),
  })
  const kinds = isOnce ? (['once'] as const) : ruleKinds
  return (
    <Stack gap="md">
      <TextField {...text('title', 'Title')} />
      <ChoiceField
        inline
        label="Repeat"
        value={form.kind}
        options={kinds.map((value) => ({ value, label: kindLabels[value] }))}
        onChange={(kind) => set({ kind })}
      />
      {form.kind === 'weekly' && <Days form={form} error={errors.days} onChange={(days) => set({ days })} />}
      <Group align="start">
        {form.kind === 'once' && (
          <DateField
            name="date"
            label="Day"
            value={form.date}
            onChange={({ currentTarget }) => set({ date: currentTarget.value })}
          />
        )}
        {form.kind === 'monthly' && (
          <SelectField
            name="day"
            label="Day of the month"
            options={monthDays}
            value={form.day}
            onChange={({ currentTarget }) => set({ day: currentTarget.value })}
          />
        )}
        {form.kind === 'cron' ? (
          <TextField
            {...text('expression', 'Cron expression')}
            description="Minute, hour, day of the month, month, day of the week. L is the last day, 1#1 the first Monday."
            style={{ width: 'min(24rem, 100%)' }}
          />
        ) : (
          <TextField
            {...text('time', 'Time')}
            placeholder="02:00"
            inputMode="numeric"
            style={{ width: 'min(8rem, 100%)' }}
          />
        )}
        <SelectField
          name="zone"
          label="Time zone"
          options={zoneNames(form.zone).map((value) => ({ value, label: value }))}
          value={form.zone}
          onChange={({ currentTarget }) => set({ zone: currentTarget.value })}
        />
      </Group>
      <CheckboxField
        name="window"
        label="Only within a maintenance window"
        checked={form.hasWindow}
        onChange={({ currentTarget }) => set({ hasWindow: currentTarget.checked })}
      />
      {form.hasWindow && (
        <TextField
          {...text('hours', 'Length of the window in hours')}
          description="Measured from each start. Items not sent by then continue with the next run."
          inputMode="numeric"
          style={{ width: 'min(24rem, 100%)' }}
        />
      )}
      <ChoiceField
        inline
        label="If a run is missed because the console was not running"
        value={form.missed}
        options={[
          { value: 'once', label: 'Run once, as soon as possible' },
          { value: 'skip', label: 'Skip it' },
        ]}
        onChange={(missed) => set({ missed })}
      />
      <NextRuns timing={timing} />
    </Stack>
  )
}

type DaysProps = { form: TimingForm; error: string | undefined; onChange: (days: readonly number[]) => void }

function Days({ form: { days }, error, onChange }: DaysProps) {
  const toggle = (day: number) => onChange(days.includes(day) ? days.filter((one) => one !== day) : [...days, day])
  return (
    <Checkbox.Group label="Days" value={days.map(String)} error={error}>
      <Group gap="md" mt={6}>
        {weekdays.map((label, at) => (
          <Checkbox key={label} value={String(at + 1)} label={label} onChange={() => toggle(at + 1)} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

/** The next runs according to the fields, or the error. */
function NextRuns({ timing }: { timing: Timing | undefined }) {
  const id = useId()
  const { rule = { kind: 'daily', time: '00:00' } as const, zone = 'UTC' } = timing ?? {}
  const { data, error } = useQuery({
    ...query(previewSchedule, { rule, zone }),
    enabled: timing !== undefined,
    placeholderData: keepPreviousData,
  })
  const problem = error ? problemOf(error).message : data?.problem
  return (
    <output aria-labelledby={id}>
      <Text size="sm" fw={600} id={id}>
        Next runs
      </Text>
      {timing === undefined && (
        <Text size="sm" c="dimmed">
          Complete the fields above to see them.
        </Text>
      )}
      {timing !== undefined && problem !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)">
          {problem}
        </Text>
      )}
      {timing !== undefined && problem === undefined && <Times at={data?.upcoming ?? []} zone={zone} />}
    </output>
  )
}
