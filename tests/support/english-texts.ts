// Shows the page's texts in English, as a page does when it starts.
import { en } from '../../src/app/text/en.ts'
import { showTexts } from '../../src/app/text/text.ts'

showTexts('en', en)
