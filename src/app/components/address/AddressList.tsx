// A list of addresses: each row has a name and a shortened address.
import type { JSX } from 'solid-js'
import { shortAddress } from '../../format/address.ts'
import './addressList.css'

export const AddressList = (props: { readonly label?: string; readonly children: JSX.Element }): JSX.Element => (
  <ul class="addresses" aria-label={props.label}>
    {props.children}
  </ul>
)

/** Enough of an address to distinguish it from another. */
export const ShortAddress = (props: { readonly address: string }): JSX.Element => (
  <span class="mono address-short" translate="no" dir="ltr">
    {shortAddress(props.address)}
  </span>
)
