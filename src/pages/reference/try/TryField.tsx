import { useController } from 'react-hook-form'
import { FileField } from '#ui/form/FileField.tsx'
import type { Option } from '#ui/form/ChoiceField.tsx'
import { FormArea, FormPassword, FormSelect, FormText } from '#ui/form/FormFields.tsx'
import type { InputField } from './input-fields.ts'

/** Form field for an input parameter, labeled with its API name. */
export function TryField({ field }: { field: InputField }) {
  const { name, kind, required, choices, hint } = field
  const common = { name, label: name, required, description: hint }
  switch (kind) {
    case 'flag':
      return <FormSelect {...common} options={optionsOf(required, ['true', 'false'])} />
    case 'choice':
      return <FormSelect {...common} options={optionsOf(required, choices)} />
    case 'lines':
      return <FormArea {...common} rows={3} />
    case 'json':
      return <FormArea {...common} rows={5} mono />
    case 'secret':
      return <FormPassword {...common} />
    case 'file':
      return <ChosenFile name={name} required={required} />
    case 'text':
    case 'number':
      break
  }
  return <FormText {...common} autoComplete="off" inputMode={kind === 'number' ? 'numeric' : 'text'} />
}

const optionsOf = (required: boolean, values: readonly string[]): Option[] => [
  { value: '', label: required ? 'Choose …' : 'Not sent' },
  ...values.map((value) => ({ value, label: value })),
]

function ChosenFile({ name, required }: { name: string; required: boolean }) {
  const { field, fieldState } = useController({ name })
  const error = fieldState.error?.message
  return (
    <FileField
      label={`${name} (${required ? 'required' : 'optional'})`}
      name={name}
      file={field.value instanceof File && !error ? field.value : undefined}
      onFile={field.onChange}
      error={error}
    />
  )
}
