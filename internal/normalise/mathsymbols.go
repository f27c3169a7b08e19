package normalise

import "strings"

// symbols maps characters of formulas to TeX.
var symbols = func() map[rune]string {
	m := map[rune]string{
		'#': `\#`, '$': `\$`, '%': `\%`, '&': `\&`, '_': `\_`, '{': `\{`, '}': `\}`, '\\': `\backslash`,
		'\u00a0': `\ `, '−': "-", '∗': "*", '⋅': `\cdot`, '·': `\cdot`, '′': "'", '″': "''", '…': `\ldots`, '⋯': `\cdots`,
		'‖': `\|`, '∥': `\|`, '∣': `\mid`, '〈': `\langle`, '〉': `\rangle`, '⟨': `\langle`, '⟩': `\rangle`,
		'ℝ': `\mathbb{R}`, 'ℕ': `\mathbb{N}`, 'ℤ': `\mathbb{Z}`, 'ℚ': `\mathbb{Q}`, 'ℂ': `\mathbb{C}`, 'ℙ': `\mathbb{P}`,
		'ℎ': "h", 'ℏ': `\hbar`, 'ℓ': `\ell`, 'ℒ': `\mathcal{L}`, 'ℋ': `\mathcal{H}`, 'ℱ': `\mathcal{F}`, 'ℬ': `\mathcal{B}`, 'ℰ': `\mathcal{E}`,
		'⏞': `\overbrace`, '⏟': `\underbrace`, '°': `^{\circ}`,
	}
	for pair := range strings.FieldsSeq(`
		α=alpha β=beta γ=gamma δ=delta ε=varepsilon ϵ=epsilon ζ=zeta η=eta θ=theta ϑ=vartheta ι=iota κ=kappa λ=lambda μ=mu ν=nu
		ξ=xi π=pi ϖ=varpi ρ=rho ϱ=varrho σ=sigma ς=varsigma τ=tau υ=upsilon φ=varphi ϕ=phi χ=chi ψ=psi ω=omega
		Γ=Gamma Δ=Delta Θ=Theta Λ=Lambda Ξ=Xi Π=Pi Σ=Sigma Υ=Upsilon Φ=Phi Ψ=Psi Ω=Omega
		±=pm ∓=mp ×=times ÷=div ≤=leq ≥=geq ≠=neq ≈=approx ≡=equiv ∼=sim ≃=simeq ≅=cong ∝=propto ≪=ll ≫=gg ≺=prec ≻=succ
		∈=in ∉=notin ∋=ni ⊂=subset ⊃=supset ⊆=subseteq ⊇=supseteq ∪=cup ∩=cap ∅=emptyset ∖=setminus ⊕=oplus ⊗=otimes ⊥=perp ⊢=vdash ⊨=models
		∀=forall ∃=exists ∄=nexists ¬=neg ∧=wedge ∨=vee ⇒=Rightarrow ⇐=Leftarrow ⇔=Leftrightarrow →=to ←=leftarrow ↔=leftrightarrow
		↦=mapsto ↑=uparrow ↓=downarrow ⟶=longrightarrow ⟵=longleftarrow ⟹=Longrightarrow ⟺=Longleftrightarrow ↪=hookrightarrow
		∑=sum ∏=prod ∐=coprod ∫=int ∬=iint ∭=iiint ∮=oint ⋃=bigcup ⋂=bigcap ⨁=bigoplus ⨂=bigotimes ⋁=bigvee ⋀=bigwedge
		∂=partial ∇=nabla ∞=infty √=surd ∠=angle △=triangle ℵ=aleph ℑ=Im ℜ=Re ℘=wp ∘=circ •=bullet ⋆=star †=dagger ‡=ddagger
		⌊=lfloor ⌋=rfloor ⌈=lceil ⌉=rceil ⋮=vdots ⋱=ddots ∴=therefore ∵=because ′=prime`) {
		char, name, _ := strings.Cut(pair, "=")
		for _, r := range char {
			if _, ok := m[r]; !ok {
				m[r] = `\` + name
			}
		}
	}
	return m
}()
