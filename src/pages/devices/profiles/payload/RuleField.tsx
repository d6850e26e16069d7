import { labelOf } from '#contract/words/label.ts'
import type { PayloadRule } from '#contract/mdm/payload-kinds.ts'
import { textOf } from '#contract/words/value-text.ts'
import type { Chosen } from '#pages/devices/upload/chosen-file.ts'
import { ImageField } from '#pages/devices/upload/ImageField.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { AppIdentifierField } from './AppIdentifierField.tsx'
import { CertificateField } from './CertificateField.tsx'
import { maxBytesOf } from './payload-form.ts'

type Props = {
  name: string
  rule: PayloadRule
  /** Platform of the profile, which determines the options. */
  platform: number | undefined
  /** Value before the edit. */
  former?: unknown
  chosen: Chosen | undefined
  onChosen: (chosen: Chosen) => void
}

/** Form field for a payload field, according to its rule. */
export function RuleField({ name, rule, platform, former, chosen, onChosen }: Props) {
  const shared = { name, label: labelOf(name) }
  const defaultValue = textOf(former)
  if ('imageBytes' in rule) {
    return (
      <ImageField
        {...shared}
        label={`Choose ${name === 'image' ? 'an image' : 'an icon'}`}
        chosen={chosen}
        onChosen={onChosen}
        maxBytes={maxBytesOf(rule)}
        optional={!rule.required}
      />
    )
  }
  if ('certificateBytes' in rule) {
    return <CertificateField {...shared} chosen={chosen} onChosen={onChosen} maxBytes={maxBytesOf(rule)} />
  }
  if ('oneOf' in rule) {
    return (
      <SelectField
        {...shared}
        defaultValue={defaultValue || undefined}
        options={rule.oneOf.map((value) => ({ value, label: value }))}
      />
    )
  }
  if (name === 'app_identifier') {
    return <AppIdentifierField {...shared} platform={platform} defaultValue={defaultValue} />
  }
  const range = 'from' in rule ? `A number from ${rule.from} to ${rule.to}.` : ''
  const description = [range, rule.required ? '' : 'Optional.'].filter(Boolean).join(' ')
  return <TextField {...shared} defaultValue={defaultValue} description={description} />
}
