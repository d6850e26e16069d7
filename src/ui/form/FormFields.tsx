import { Checkbox, NativeSelect, PasswordInput, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { type FieldValues, useController, useFormContext, useWatch } from 'react-hook-form'
import { IconAlertTriangle, IconChevronDown, IconInfoCircle } from '#ui/theme/icons.ts'
import type { Advice } from '#ui/wizard/wizard.ts'
import classes from './FormFields.module.css'

/** What the rules say about the form as it is; fields show what concerns them. */
export const AdviceContext = createContext<{
  said: readonly Advice[]
  /** Somebody wants to go on: what stops them is shown, also where nobody has typed anything yet. */
  insists: boolean
}>({ said: [], insists: false })

type Common = { name: string; label: string; description?: ReactNode; required?: boolean; disabled?: boolean }

/** A field of the surrounding form, by its name: its value, what the schema has against it, what the rules say. */
function useField(name: string) {
  const { control } = useFormContext()
  const { field, fieldState } = useController({ control, name })
  const { said, insists } = useContext(AdviceContext)
  const advice = said.filter((one) => one.field === name)
  const stop = fieldState.error ? undefined : advice.find(({ level }) => level === 'error')
  const due = insists || fieldState.isDirty || fieldState.isTouched
  const error = fieldState.error?.message ?? (stop && due ? sentence(stop) : undefined)
  return {
    field: { ...field, value: (field.value ?? '') as string },
    error,
    hints: advice.filter((one) => one !== stop),
  }
}

/** What the form around holds now. */
export const useFormValues = <Form extends FieldValues>() =>
  useWatch({ control: useFormContext<Form>().control }) as Form

/** For a button beside a field that fills it. */
export function useFillField() {
  const { setValue } = useFormContext()
  return (name: string, value: string) => setValue(name, value, { shouldDirty: true, shouldValidate: true })
}

const sentence = ({ text, next }: Advice) => (next ? `${text} ${next}` : text)

const tones = { error: 'bad', warning: 'warn', note: 'info' } as const

function Hints({ hints }: { hints: readonly Advice[] }) {
  return hints.map(({ level, text, why, next }) => {
    const Shape = level === 'note' ? IconInfoCircle : IconAlertTriangle
    return (
      <p key={text} className={classes.hint} data-tone={tones[level]}>
        <Shape size={15} aria-hidden />
        <span>
          {text} {why} {next}
        </span>
      </p>
    )
  })
}

/** What is wrong with a field that is no box to type in: a file, say. */
export function FormError({ name }: { name: string }) {
  const { error, hints } = useField(name)
  return (
    <>
      {error && (
        <p className={classes.hint} data-tone="bad" role="alert">
          <IconAlertTriangle size={15} aria-hidden />
          <span>{error}</span>
        </p>
      )}
      <Hints hints={hints} />
    </>
  )
}

type Text = Common & {
  placeholder?: string
  autoComplete?: string
  inputMode?: 'numeric' | 'text'
  /** What the field proposes; anything else can be typed. */
  proposed?: readonly string[]
  autoFocus?: boolean
}

export function FormText({ name, proposed, ...props }: Text) {
  const { field, error, hints } = useField(name)
  const list = useId()
  return (
    <div>
      <TextInput
        {...props}
        {...field}
        error={error}
        spellCheck={false}
        autoCapitalize="none"
        withAsterisk={props.required}
        list={proposed && list}
      />
      {proposed && (
        <datalist id={list}>
          {proposed.map((value) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </datalist>
      )}
      <Hints hints={hints} />
    </div>
  )
}

/** A password or passphrase: never part of a draft, and the browser is not to offer an old one. */
export function FormPassword({ name, ...props }: Text) {
  const { field, error, hints } = useField(name)
  const toggle = { 'aria-label': 'Show or hide the value', tabIndex: 0 }
  return (
    <div>
      <PasswordInput
        autoComplete="new-password"
        {...props}
        {...field}
        error={error}
        visibilityToggleButtonProps={toggle}
        withAsterisk={props.required}
      />
      <Hints hints={hints} />
    </div>
  )
}

export function FormArea({ name, rows = 4, mono, ...props }: Text & { rows?: number; mono?: boolean }) {
  const { field, error, hints } = useField(name)
  return (
    <div>
      <Textarea
        {...props}
        {...field}
        error={error}
        rows={rows}
        spellCheck={false}
        autoCapitalize="none"
        withAsterisk={props.required}
        classNames={mono ? { input: classes.mono } : {}}
      />
      <Hints hints={hints} />
    </div>
  )
}

export type Option = { value: string; label: string; description?: ReactNode; disabled?: boolean }

/** One of many: the browser's own list, which works everywhere. */
export function FormSelect({ name, options, ...props }: Common & { options: readonly Option[] }) {
  const { field, error, hints } = useField(name)
  return (
    <div>
      <NativeSelect
        {...props}
        {...field}
        error={error}
        withAsterisk={props.required}
        rightSection={<IconChevronDown size={15} aria-hidden />}
        data={options.map(({ value, label, disabled }) => ({ value, label, ...(disabled && { disabled }) }))}
      />
      <Hints hints={hints} />
    </div>
  )
}

/** One of a few, each with a word about what it means. */
export function FormChoice({ name, options, required, ...props }: Common & { options: readonly Option[] }) {
  const { field, error, hints } = useField(name)
  return (
    <div>
      <Radio.Group {...props} {...field} error={error} withAsterisk={required}>
        <Stack gap={12} mt={6}>
          {options.map((option) => (
            <Radio key={option.value} {...option} />
          ))}
        </Stack>
      </Radio.Group>
      <Hints hints={hints} />
    </div>
  )
}

export function FormCheckbox({ name, required: _required, ...props }: Common) {
  const { field, error, hints } = useField(name)
  const { value, ...rest } = field
  return (
    <div>
      <Checkbox {...props} {...rest} checked={Boolean(value)} error={error} />
      <Hints hints={hints} />
    </div>
  )
}
