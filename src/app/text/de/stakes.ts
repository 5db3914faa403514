// Texts of the tool for stakes in service nodes.
import type { stakes as english } from '../en/stakes.ts'
import type { TranslationOf } from '../translation.ts'

export const stakes: TranslationOf<typeof english, 'de'> = {
  stakes: {
    guide: {
      about:
        'Service-Nodes betreiben das Netzwerk, und das Netzwerk belohnt sie dafür. Ein Node braucht einen Stake: Coins, die dir weiter gehören, die das Netzwerk aber sperrt, solange der Node läuft. Du kannst für einen eigenen Node staken oder einen Teil für den Node von jemand anderem, der für den Betrieb einen Anteil der Belohnungen nimmt.',
      needs:
        'Coins für den Stake und eine kleine Gebühr\nFür einen eigenen Node: den Registrierungsbefehl, den der Node ausgibt (prepare_registration)\nFür den Node von jemand anderem: seinen öffentlichen Schlüssel, 64 Zeichen, vom Betreiber oder aus einer Liste von Nodes',
      steps:
        'Füge den Registrierungsbefehl ein, oder den Schlüssel des Nodes und einen Betrag.\nLies, worauf du dich einlässt: den Node, den Anteil seines Betreibers, den Stake.\nBestätige. Belohnungen gehen in dieser Wallet ein, solange der Node läuft.\nUm die Coins zurückzubekommen, fordere hier die Freigabe an und warte, bis der Node stoppt.',
      final:
        'Gestakte Coins sind gesperrt, bis der Node stoppt: etwa zwei Wochen, nachdem die Freigabe angefordert wurde. Eine Anforderung lässt sich nicht zurücknehmen und beendet die Stakes aller Beteiligten des Nodes. Wird der Node wegen schlechten Betriebs abgemeldet, bleiben die Coins länger gesperrt.',
    },
    mine: 'Deine Stakes',
    empty: 'Keine Stakes',
    emptyHint: 'Hier stehen Coins, die das Netzwerk als Stakes sperrt.',
    deregistered: 'Der Service-Node wurde abgemeldet',
    locked: 'Gesperrt',
    until: 'Frei bei Block {{ height }}',
    unlock: 'Freigeben\u00a0…',
    unlockTitle: 'Freigabe dieses Stakes anfordern?',
    unlockBody: {
      one: 'Der Service-Node stoppt etwa bei Block {{ height }}, dann ist dein Stake frei. Ebenso der des anderen Beteiligten. Eine Anforderung lässt sich nicht zurücknehmen.',
      other:
        'Der Service-Node stoppt etwa bei Block {{ height }}, dann ist dein Stake frei. Ebenso die der {{ count }} anderen Beteiligten. Eine Anforderung lässt sich nicht zurücknehmen.',
    },
    unlockAlone:
      'Der Service-Node stoppt etwa bei Block {{ height }}, dann ist dein Stake frei. Eine Anforderung lässt sich nicht zurücknehmen.',
    cannotUnlock: 'Dieser Stake kann nicht freigegeben werden',
    unlockGo: 'Freigabe anfordern',
    unlockSent: 'Die Freigabe ist angefordert. Ihre Blockhöhe steht fest, sobald ein Block die Anforderung enthält.',
    register: 'Service-Node registrieren',
    registerBody: 'Nichts wird signiert, bevor du gelesen hast, was der Befehl bedeutet.',
    command: 'Registrierungsbefehl',
    commandHint: 'Die ganze Zeile, die der Service-Node ausgegeben hat. Sie beginnt mit register_service_node.',
    explain: 'Diesen Befehl erklären',
    registerTitle: 'Diesen Service-Node registrieren?',
    registerGo: 'Registrieren und staken',
    stake: 'Bei einem offenen Node staken',
    key: 'Öffentlicher Schlüssel des Service-Nodes',
    keyHint: '64 Zeichen, 0–9 und a–f.',
    keyBad: 'Ein Schlüssel hat 64 Zeichen: 0–9 und a–f.',
    amount: 'Betrag',
    review: 'Stake prüfen',
    stakeTitle: 'Bei diesem Service-Node staken?',
    stakeGo: 'Jetzt staken',
    adjusted: 'Der Node nimmt {{ amount }} nicht an: So viel nimmt er an.',
    sent: 'Der Stake ist gesendet. Er ist gesperrt, sobald ein Block ihn enthält.',
  },
}
