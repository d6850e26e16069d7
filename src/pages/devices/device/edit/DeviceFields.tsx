import { DateField } from '#ui/form/DateField.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { dates, type DeviceForm, texts } from './device-form.ts'
import classes from './EditDevice.module.css'

/** The API reference does not define the numbers; these are the ones that affect commands. */
const ownership = [
  { value: '1', label: 'Corporate (1)' },
  { value: '2', label: 'Personal (2)' },
]
const administration = ['asset_tag', 'asset_owner', 'office', 'description'] as const
const purchase = ['purchase_order_number', 'purchase_price', 'purchase_type'] as const
const warranty = ['warranty_number', 'warranty_type'] as const

type Props = {
  before?: DeviceForm
  /** Label for no ownership. */
  none: string
}

/** Administrative fields of a device, except its name. */
export function DeviceFields({ before, none }: Props) {
  const text = (name: keyof typeof texts) => (
    <TextField key={name} name={name} label={texts[name]} defaultValue={before?.[name]} />
  )
  const date = (name: keyof typeof dates) => (
    <DateField key={name} name={name} label={dates[name]} defaultValue={before?.[name]} />
  )
  return (
    <div className={classes.fields}>
      <SelectField
        name="owned_by"
        label="Ownership"
        defaultValue={before?.owned_by}
        options={before?.owned_by ? ownership : [{ value: '', label: none }, ...ownership]}
      />
      {administration.map(text)}
      {date('purchase_date')}
      {purchase.map(text)}
      {date('warranty_expiration_date')}
      {warranty.map(text)}
    </div>
  )
}
