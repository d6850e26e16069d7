import { createContext, type ReactNode, useContext, useId } from 'react'
import { type FieldValues, useController, useFormContext, useWatch } from 'react-hook-form'
import { IconAlertTriangle, IconInfoCircle } from '#ui/theme/icons.ts'
import type { Advice } from '#ui/wizard/wizard.ts'
import { CheckboxField } from './CheckboxField.tsx'
import { ChoiceField, type Option } from './ChoiceField.tsx'
import classes from './FormFields.module.css'
import { PasswordField } from './PasswordField.tsx'
import { SelectField } from './SelectField.tsx'
import { TextAreaField } from './TextAreaField.tsx'
import { TextField } from './TextField.tsx'

/** Messages of the validation rules for the current form values; each field shows its own. */
export const AdviceContext = createContext<{
  said: readonly Advice[]
  /** Set after an attempt to continue: errors are then also shown on untouched fields. */
  insists: boolean
}>({ said: [], insists: false })

type Common = { name: string; label: string; description?: ReactNode; required?: boolean; disabled?: boolean }

/** A field of the surrounding form by name: its value, its schema error, and the messages of the rules. */
function useField(name: string) {
  const { control } = useFormContext()
  const { field, fieldState } = useController({ control, name })
  const { said, insists } = useContext(AdviceContext)
  const advice = said.filter((one) => one.field === name)
  const stop = fieldState.error ? undefined : advice.find(({ level }) => level === 'error')
  const due = insists || fieldState.isDirty || fieldState.isTouched
  const error = fieldState.error?.message ?? (stop && due ? sentence(stop) : undefined)
  return {
    field: { ...field, value: (field.value ?? '') as string, error },
    hints: advice.filter((one) => one !== stop),
  }
}

/** Current values of the surrounding form. */
export const useFormValues = <Form extends FieldValues>() =>
  useWatch({ control: useFormContext<Form>().control }) as Form

/** Returns a function that sets the value of a field, for a button beside the field. */
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

/** Error display for a field without a text input of its own, such as a file. */
export function FormError({ name }: { name: string }) {
  const { field, hints } = useField(name)
  return (
    <>
      {field.error && (
        <p className={classes.hint} data-tone="bad" role="alert">
          <IconAlertTriangle size={15} aria-hidden />
          <span>{field.error}</span>
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
  /** Suggested values; other input is allowed. */
  proposed?: readonly string[]
  autoFocus?: boolean
}

export function FormText({ name, proposed, ...props }: Text) {
  const { field, hints } = useField(name)
  const list = useId()
  return (
    <div>
      <TextField {...props} {...field} list={proposed && list} />
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

/** A password or passphrase: excluded from drafts, and without autofill of a stored password. */
export function FormPassword({ name, ...props }: Text) {
  const { field, hints } = useField(name)
  return (
    <div>
      <PasswordField autoComplete="new-password" {...props} {...field} />
      <Hints hints={hints} />
    </div>
  )
}

export function FormArea({ name, rows = 4, mono, ...props }: Text & { rows?: number; mono?: boolean }) {
  const { field, hints } = useField(name)
  return (
    <div>
      <TextAreaField {...props} {...field} rows={rows} classNames={mono ? { input: classes.mono } : {}} />
      <Hints hints={hints} />
    </div>
  )
}

export function FormSelect({ name, options, ...props }: Common & { options: readonly Option[] }) {
  const { field, hints } = useField(name)
  return (
    <div>
      <SelectField
        {...props}
        {...field}
        options={options.map(({ value, label, disabled }) => ({ value, label, ...(disabled && { disabled }) }))}
      />
      <Hints hints={hints} />
    </div>
  )
}

export function FormChoice({ name, required, ...props }: Common & { options: readonly Option[] }) {
  const { field, hints } = useField(name)
  return (
    <div className={classes.choice}>
      <ChoiceField {...props} {...field} withAsterisk={required} />
      <Hints hints={hints} />
    </div>
  )
}

export function FormCheckbox({ name, required: _required, ...props }: Common) {
  const { field, hints } = useField(name)
  const { value, ...rest } = field
  return (
    <div className={classes.choice}>
      <CheckboxField {...props} {...rest} checked={Boolean(value)} />
      <Hints hints={hints} />
    </div>
  )
}
