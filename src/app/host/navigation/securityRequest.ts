/** What a navigation to the security settings asks for. */
export type SecurityRequest = {
  /** opens the dialog with the seed words and keys */
  readonly opens: 'secrets'
}
