/**
 * The standard texts about privacy and terms, which organizers can replace in the settings: `# ` begins a
 * heading, an empty line a paragraph.
 */
export const legal = {
  privacy: `This notice says which personal data {{site}} stores, why, who sees it and for how long. The organizers of the olympiad are responsible for it.

# What we store
Accounts of students and coaches: name, email address, phone number, date of birth, gender, school and national ID. For anyone under 18 also the name and contact of a parent or guardian, and when they agreed.

Teams: names and contacts of the coaches; names, dates of birth, gender, national IDs and photos of the members; for members under 18 also the name and contact of a parent or guardian, and whether and when they agreed.

Payments: name, email address, phone number and city of the adult who pays, with amount, date and status. Card data goes directly to the payment provider; our server never receives it.

Results: every attempt with its points and times.

What you send us in forms: messages, reported issues, protests against scores and the registration before downloading the simulator.

For security: the IP address and browser of your latest sign-ins, and a record of changes that administrators make.

# What it is for
To run the olympiad: to check age and identity, form teams, take fees, publish results and reach you about your registration. You only get news by email if you ask for it, and you can switch it off at any time. We don’t sell data, show advertising or use tracking services.

# Who can see it
Everyone sees the ranking: teams, players, schools, points and times. Players under 18, and those whose age we don’t know, appear with the first name and the initial of the last name. Email addresses appear there only partly hidden; phone numbers, dates of birth and national IDs never.

A team’s owner and coaches see its data. Organizers see what their role needs. The payment provider receives the details of the adult who pays, never those of a child.

# Children
Most of our players are minors. Nobody under 18 takes part without the consent of a parent or guardian, who can withdraw it at any time. For a team, the parent or guardian answers through a personal link or on paper.

# How long we keep it
Registrations that were not confirmed: 7 days. Drafts of teams: 90 days after the last change. Deleted records: 30 days. Unused accounts: 3 years, then we write to you and delete them 30 days later. The record of administrators’ changes: 3 years. Details of people who paid: ten years after the year of the payment, as accounting law requires.

Results stay in the ranking. After an erasure they stay without your name.

# How we protect it
National IDs are encrypted, passwords are stored as hashes only, and connections are encrypted. The site stores in your browser only what it needs: your language, colour theme, sign-in and unfinished forms.

# Your rights
Under “My data” in your account you can see, correct and download your data, withdraw consent and request erasure, which happens 7 days later. If you have no account, for example because a coach registered you in a team, write to us.`,
  terms: `These terms apply to everyone who uses {{site}}. Whoever registers a team accepts them for the team.

# Accounts
Give correct details and keep them up to date. Keep your password to yourself. One account per person. Anyone under 18 needs the consent of a parent or guardian.

# Teams
Each competition states its ages, team size, fee and deadline. A team that doesn’t meet them can’t take part. Whoever registers a team confirms that the details are correct and gives the contact of each member’s parent or guardian, if the member is under 18, with their permission. The guardian then answers personally, through the link or on paper.

A competition with limited places fills in order; further teams join the waiting list.

# Fees
The fee is shown before you pay, in its currency and including VAT where it applies. A team is registered as paid when the payment provider confirms it, and you receive a receipt. To withdraw a team after you have paid, send a request from its page. The organizers decide on it, and on refunds, according to the rules of the competition.

# Fair play
Build and program your own robot, follow the rules of the event, and treat others with respect. Organizers can exclude teams that cheat, disturb or endanger others.

# Results
Results are published with the names of teams, players and schools. Players under 18 appear with the first name and the initial of the last name. Organizers can correct mistakes; the corrected ranking counts.

# The simulator
You may install and use the simulator to practise and take part. You may not sell it or change it to gain points.

# Content
What you upload, such as photos, must be yours or used with permission, and must not offend. Organizers can remove it.

# The site
We work to keep the site available, but can’t promise that it always is. If the site fails shortly before a deadline, the organizers can extend it.

# Changes
We can change these terms. Changes that affect registered teams are announced by email.`,
} as const
